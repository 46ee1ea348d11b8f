// Who starts: the choice says names as they are typed, in seating order, and one can be picked at random.
document.querySelectorAll("[data-starts]").forEach(select => {
  const form = select.form;
  const draw = form.querySelector("[data-draw]");
  const options = new Map([...select.options].map(option => [option.value, option]));
  const plain = new Map([...options].map(([row, option]) => [row, option.text]));

  const tell = () => {
    for (const { value } of form.querySelectorAll("[name=row]")) {
      const name = form.elements[`name-${value}`].value.trim();
      const option = options.get(value);
      option.text = name || plain.get(value);
      option.hidden = option.disabled = !name;
      select.append(option);
    }
    if (select.selectedOptions[0]?.disabled) select.value = "";
  };

  draw.addEventListener("click", event => {
    const named = [...select.options].filter(option => option.value && !option.disabled);
    if (!named.length) return;
    event.preventDefault();
    const chosen = named[crypto.getRandomValues(new Uint32Array(1))[0] % named.length];
    select.value = chosen.value;
    draw.nextElementSibling.textContent = draw.dataset.draw.replace("{name}", chosen.text);
  });
  form.addEventListener("input", tell);
  tell();
});
