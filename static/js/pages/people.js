// A link can be handed on where the phone knows how; elsewhere a tap marks it whole, to be copied.
document.querySelectorAll("[data-share]").forEach(field => {
  field.addEventListener("focus", () => field.select());
  if (!navigator.share) return;
  field.addEventListener("click", () =>
    navigator.share({ title: field.dataset.share, url: field.value }).catch(() => {}));
});
