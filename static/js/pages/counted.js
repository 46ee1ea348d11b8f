// One more and one fewer, beside a number: a thumb counts quicker than it types.
document.querySelectorAll("[data-step]").forEach((button) => {
  const field = button.parentElement.querySelector("input"), { min, max } = field;
  button.hidden = false;
  button.addEventListener("click", () => {
    field.value = Math.min(+max, Math.max(+min, +field.value + +button.dataset.step));
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
});
