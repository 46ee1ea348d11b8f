// A text to be copied: by its button where the browser lets us, else a touch marks it whole.
document.querySelectorAll("[data-copy]").forEach(field => {
  const button = document.getElementById(field.dataset.copy);
  button.hidden = false;
  button.addEventListener("click", () => {
    field.select();
    navigator.clipboard?.writeText(field.value)
      .then(() => button.setAttribute("aria-pressed", true), () => null);
  });
  field.addEventListener("focus", () => field.select());
});
