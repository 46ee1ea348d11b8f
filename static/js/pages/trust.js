// On to https: with whatever stands behind the #, and by itself where this phone trusts the certificate already.
document.querySelectorAll("[data-go]").forEach(link => {
  link.hash = location.hash;
  const { go } = link.dataset;
  if (go) fetch(go, { mode: "no-cors" }).then(() => location.replace(link.href), () => null);
});
