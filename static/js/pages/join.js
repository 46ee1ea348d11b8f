// A scanned code brings its secret behind the #, where no server sees it; it is posted, and gone from the
// address.
document.querySelectorAll("[data-invited]").forEach(form => {
  const come = () => {
    const secret = location.hash.slice(1);
    if (!secret) return;
    history.replaceState(null, "", location.pathname);
    form.secret.disabled = false;
    form.secret.value = secret;
    form.submit();
  };
  addEventListener("hashchange", come);
  come();
});
