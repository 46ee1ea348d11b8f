// This browser is in no game any more: what it kept of them goes too. By the page itself, as over plain http
// no header can.
import { forgetAll } from "../outbox.js";

forgetAll().catch(() => {});
try {
  localStorage.clear();
} catch {}
