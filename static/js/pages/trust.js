// On to https: with whatever stands behind the #, and by itself where this phone trusts the certificate
// already. What answers has that certificate, so it is the server; no other mark of it can be read from here.
// Not while something waits here that was entered over plain http: over https this is another phone. It is
// sent first, unless its table knows this phone no more: then it would wait for ever.
import { outbox } from "../outbox.js";

const link = document.querySelector("[data-go]");
const onward = async () => {
  const { go } = link.dataset;
  const waits = !outbox.gone && (await outbox.all()).some(({ state }) => state !== "refused");
  document.querySelector("[data-waits]").hidden = !waits;
  if (waits) {
    await outbox.drain();
    setTimeout(onward, 1000);
  } else if (go) fetch(go, { mode: "no-cors" }).then(() => location.replace(link.href), () => null);
};
link.hash = location.hash;
onward();
