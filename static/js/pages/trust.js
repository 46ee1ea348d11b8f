// On to https: with whatever stands behind the #, and by itself where this phone trusts the certificate already. What
// answers has that certificate, so it is the server; no other mark of it can be read from here.
// Not while something waits here that was entered over plain http: over https this is another phone. It is sent first,
// unless its table knows this phone no more: then it would wait for ever.
const link = document.querySelector("[data-go]"), onward = async () => {
  const waits = !sender.gone && (await outbox.all()).some(({ why }) => !why), { go } = link.dataset;
  document.querySelector("[data-waits]").hidden = !waits;
  if (waits) {
    await drain();
    setTimeout(onward, 1000);
  } else if (go) fetch(go, { mode: "no-cors" }).then(() => location.replace(link.href), () => null);
};
link.hash = location.hash;
onward();
