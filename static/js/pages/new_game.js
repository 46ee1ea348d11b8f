// A new game: people of earlier games sit down by one tap, and the button says what it starts.
document.querySelectorAll("[data-known]").forEach(chips => {
  const form = chips.closest("form");
  const field = seat => seat.querySelector("[name^=name-]");
  const typed = seat => field(seat).value.trim();
  const seats = () => [...form.querySelectorAll("[data-seat]")].filter(seat => !seat.hidden);

  // A colour that another player has, or that the board has not, is left to them.
  const look = (seat, { color, shape = "", letter = "" }) => {
    const inColor = one => one.querySelector(`[name^=color-][value="${CSS.escape(color)}"]`);
    const taken = seats().some(one => one !== seat && typed(one) && inColor(one)?.checked);
    const known = seat.querySelector(`[name^=shape-][value="${CSS.escape(shape)}"]`);
    const shaped = known ?? seat.querySelector("[name^=shape-]");
    shaped.checked = true;
    seat.querySelector("[name^=named-]").value = known ? "" : shape;
    seat.querySelector("[name^=letter-]").value = letter;
    const radio = color && !taken && inColor(seat);
    if (radio && !radio.parentElement.hidden) radio.checked = true;
    (radio || shaped).dispatchEvent(new Event("change", { bubbles: true }));
  };

  chips.addEventListener("click", event => {
    const chip = event.target.closest("button");
    if (!chip) return;
    event.preventDefault();
    const there = seats().find(seat => typed(seat) === chip.value);
    const seat = there ?? seats().find(one => !typed(one));
    if (!seat) return;
    look(seat, there ? {} : chip.dataset);
    field(seat).value = there ? "" : chip.value;
    field(seat).dispatchEvent(new Event("input", { bubbles: true }));
  });
  const tell = () => chips.querySelectorAll("button").forEach(chip =>
    chip.setAttribute("aria-pressed", seats().some(seat => typed(seat) === chip.value)));
  form.addEventListener("input", tell);
  tell();
});

document.querySelectorAll("[data-start]").forEach(button => {
  const { form } = button, says = JSON.parse(button.dataset.start);
  const tell = () => {
    const board = form.querySelector("[name=map]:checked");
    const people = [...form.querySelectorAll("[name^=name-]")].filter(name => name.value.trim()).length;
    if (board) button.textContent = says[people].replace("{board}", board.dataset.name);
  };
  form.addEventListener("input", tell);
  addEventListener("pageshow", tell);
  tell();
});
