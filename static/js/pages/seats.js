// The seats of a new game: how they look, who sits where, and who starts.

// A seat's tag shows what is chosen in its sheet; a colour that somebody else has is swapped with them.
document.querySelectorAll("[data-seats]").forEach(list => {
  const seats = () => [...list.querySelectorAll("[data-seat]")];
  const chosen = (seat, what) => seat.querySelector(`[name^=${what}-]:checked`);

  // Draws a seat's tag.
  const show = seat => {
    const colour = chosen(seat, "color").dataset;
    const letter = seat.querySelector("[name^=letter-]")?.value || colour.letter;
    const { value: named } = seat.querySelector("[name^=named-]");
    // A token that is not one of ours has no drawing: the letter stands alone.
    const shape = named ? seat.querySelector(`[name^=shape-][aria-label="${CSS.escape(named)}" i]`)
      : chosen(seat, "shape");
    const part = name => seat.querySelector(`.seat-look [data-tag-${name}]`);
    part("ground").setAttribute("fill", colour.colour);
    part("shape").setAttribute("d", shape ? shape.parentElement.querySelector("path")?.getAttribute("d")
      ?? colour.shape : "");
    part("letter").setAttribute("x", shape ? 37.5 : 26);
    part("letter").textContent = [...letter][0];
    for (const name of ["shape", "letter"]) part(name).setAttribute("fill", colour.on);
  };

  // Shows the seats and colours that a board has. A player whose colour it lacks gets a free one.
  const suit = board => {
    const colours = board.dataset.colours.split(" ");
    seats().forEach((seat, n) => {
      seat.hidden = n >= board.dataset.most && !seat.querySelector("[name^=name-]").value;
    });
    for (const radio of list.querySelectorAll("[name^=color-]"))
      radio.closest("label").hidden = !colours.includes(radio.value);
    const taken = new Set(), without = [];
    for (const seat of seats().filter(one => !one.hidden)) {
      const own = chosen(seat, "color")?.value;
      if (!colours.includes(own) || taken.has(own)) without.push(seat);
      else taken.add(own);
    }
    for (const seat of without) {
      const free = colours.find(colour => !taken.has(colour));
      if (!free) continue;
      taken.add(free);
      seat.querySelector(`[name^=color-][value=${free}]`).checked = true;
      show(seat);
    }
  };
  const boards = list.closest("form").querySelectorAll("[name=map]");
  boards.forEach(board => board.addEventListener("change", () => suit(board)));
  // A browser that goes back to the page may choose another board than was sent.
  const suitChosen = () => [...boards].filter(one => one.checked).forEach(suit);
  suitChosen();
  addEventListener("pageshow", suitChosen);

  list.addEventListener("change", ({ target }) => {
    const seat = target.closest("[data-seat]");
    if (target.name.startsWith("color-")) {
      const there = seats().filter(one => !one.hidden);
      const other = there.find(one => one !== seat && chosen(one, "color")?.value === target.value);
      const free = [...seat.querySelectorAll("label:not([hidden]) > [name^=color-]")]
        .map(radio => radio.value)
        .find(value => !there.some(one => chosen(one, "color")?.value === value));
      if (other && free) other.querySelector(`[name^=color-][value=${free}]`).checked = true;
      if (other) show(other);
    }
    show(seat);
  });
});

// Seats change places: by the arrow, or by dragging the grip.
document.querySelectorAll("[data-seats]").forEach(list => {
  list.addEventListener("click", event => {
    const button = event.target.closest("[name=up]");
    if (!button) return;
    event.preventDefault();
    const seat = button.closest("[data-seat]");
    const above = seat.previousElementSibling;
    if (above) above.before(seat);
    else list.append(seat); // the first one goes to the end
    button.focus();
    list.dispatchEvent(new Event("input", { bubbles: true }));
  });

  list.querySelectorAll("[data-grip]").forEach(grip => {
    const seat = grip.closest("[data-seat]");
    grip.hidden = false;
    grip.addEventListener("pointerdown", event => {
      event.preventDefault();
      grip.setPointerCapture(event.pointerId);
      seat.classList.add("seat-held");
    });
    grip.addEventListener("pointermove", event => {
      if (!grip.hasPointerCapture(event.pointerId)) return;
      const middle = other => other.getBoundingClientRect().top + other.offsetHeight / 2;
      // A quick hand passes several seats between two of these events.
      const isAbove = other => other && event.clientY < middle(other);
      const isBelow = other => other && event.clientY > middle(other);
      while (isAbove(seat.previousElementSibling)) seat.previousElementSibling.before(seat);
      while (isBelow(seat.nextElementSibling)) seat.nextElementSibling.after(seat);
      // Moving in the tree lets go of the pointer.
      grip.setPointerCapture(event.pointerId);
    });
    grip.addEventListener("lostpointercapture", () => {
      seat.classList.remove("seat-held");
      list.dispatchEvent(new Event("input", { bubbles: true }));
    });
  });
});

// Who starts: the choice says names as they are typed, in seating order, and one can be picked at random.
document.querySelectorAll("[data-starts]").forEach(select => {
  const form = select.form;
  const draw = form.querySelector("[data-draw]");
  const options = new Map([...select.options].map(option => [option.value, option]));
  const unnamed = new Map([...options].map(([row, option]) => [row, option.text]));

  const nameSeats = () => {
    for (const { value } of form.querySelectorAll("[name=row]")) {
      const name = form.elements[`name-${value}`].value.trim();
      const option = options.get(value);
      option.text = name || unnamed.get(value);
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
  form.addEventListener("input", nameSeats);
  nameSeats();
});
