// A seat's tag shows what is chosen in its sheet; a colour that somebody else has is swapped with them.
document.querySelectorAll("[data-seats]").forEach(list => {
  const seats = () => [...list.querySelectorAll("[data-seat]")];
  const chosen = (seat, what) => seat.querySelector(`[name^=${what}-]:checked`);

  const show = seat => {
    const colour = chosen(seat, "color").dataset;
    const letter = seat.querySelector("[name^=letter-]")?.value || colour.letter;
    const { value: named } = seat.querySelector("[name^=named-]");
    // A token that is not one of ours has no drawing: the letter stands alone.
    const shape = named ? seat.querySelector(`[name^=shape-][aria-label="${CSS.escape(named)}" i]`) : chosen(seat, "shape");
    const part = name => seat.querySelector(`.seat-look [data-tag-${name}]`);
    part("ground").setAttribute("fill", colour.colour);
    part("shape").setAttribute("d", shape ? shape.dataset.shape || colour.shape : "");
    part("letter").setAttribute("x", shape ? 37.5 : 26);
    part("letter").textContent = [...letter][0];
    for (const name of ["shape", "letter"]) part(name).setAttribute("fill", colour.on);
  };

  list.addEventListener("change", ({ target }) => {
    const seat = target.closest("[data-seat]");
    if (target.name.startsWith("color-")) {
      const other = seats().find(one => one !== seat && chosen(one, "color")?.value === target.value);
      const free = [...seat.querySelectorAll("[name^=color-]")].map(radio => radio.value)
        .find(value => !seats().some(one => chosen(one, "color")?.value === value));
      if (other && free) other.querySelector(`[name^=color-][value=${free}]`).checked = true;
      if (other) show(other);
    }
    show(seat);
  });
});
