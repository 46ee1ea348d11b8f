// Seats change places: by the arrow, or by dragging the grip.
document.querySelectorAll("[data-seats]").forEach(list => {
  list.addEventListener("click", event => {
    const button = event.target.closest("[name=up]");
    if (!button) return;
    event.preventDefault();
    const seat = button.closest("[data-seat]");
    const above = seat.previousElementSibling;
    above ? above.before(seat) : list.append(seat);
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
      for (let above; (above = seat.previousElementSibling) && event.clientY < middle(above); )
        above.before(seat);
      for (let below; (below = seat.nextElementSibling) && event.clientY > middle(below); ) below.after(seat);
      // Moving in the tree lets go of the pointer.
      grip.setPointerCapture(event.pointerId);
    });
    grip.addEventListener("lostpointercapture", () => {
      seat.classList.remove("seat-held");
      list.dispatchEvent(new Event("input", { bubbles: true }));
    });
  });
});
