// A new game: people of earlier games sit down by one tap, and the button says what it starts.
document.querySelectorAll("[data-known]").forEach(chips => {
  const form = chips.closest("form");
  const field = seat => seat.querySelector("[name^=name-]");
  const typed = seat => field(seat).value.trim();
  const seats = () => [...form.querySelectorAll("[data-seat]")].filter(seat => !seat.hidden);

  // Gives a seat the colour, shape and letter of a person; but no colour that another player has, or
  // that the board lacks.
  const setLook = (seat, { color, shape = "", letter = "" }) => {
    const colorOf = one => one.querySelector(`[name^=color-][value="${CSS.escape(color)}"]`);
    const isTaken = seats().some(one => one !== seat && typed(one) && colorOf(one)?.checked);
    const ofOurs = seat.querySelector(`[name^=shape-][value="${CSS.escape(shape)}"]`);
    const shapeRadio = ofOurs ?? seat.querySelector("[name^=shape-]");
    shapeRadio.checked = true;
    seat.querySelector("[name^=named-]").value = ofOurs ? "" : shape;
    seat.querySelector("[name^=letter-]").value = letter;
    const colorRadio = color && !isTaken && colorOf(seat);
    if (colorRadio && !colorRadio.parentElement.hidden) colorRadio.checked = true;
    (colorRadio || shapeRadio).dispatchEvent(new Event("change", { bubbles: true }));
  };

  chips.addEventListener("click", event => {
    const chip = event.target.closest("button");
    if (!chip) return;
    event.preventDefault();
    const own = seats().find(seat => typed(seat) === chip.value);
    const seat = own ?? seats().find(one => !typed(one));
    if (!seat) return;
    // Whoever sits there already gets up.
    setLook(seat, own ? {} : chip.dataset);
    field(seat).value = own ? "" : chip.value;
    field(seat).dispatchEvent(new Event("input", { bubbles: true }));
  });
  const showSeated = () => chips.querySelectorAll("button").forEach(chip =>
    chip.setAttribute("aria-pressed", seats().some(seat => typed(seat) === chip.value)));
  form.addEventListener("input", showSeated);
  showSeated();
});

document.querySelectorAll("[data-start]").forEach(button => {
  const { form } = button, says = JSON.parse(button.dataset.start);
  const nameButton = () => {
    const board = form.querySelector("[name=map]:checked");
    const people = [...form.querySelectorAll("[name^=name-]")].filter(name => name.value.trim()).length;
    if (board) button.textContent = says[people].replace("{board}", board.dataset.name);
  };
  form.addEventListener("input", nameButton);
  addEventListener("pageshow", nameButton);
  nameButton();
});
