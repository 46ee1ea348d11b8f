// Asks the server. Only an answer with its mark counts: in a hotel's network somebody else may answer, with any status.
const server = {
  version: document.querySelector("meta[name=trackside]").content,
  strange: false, // whether the last answer was somebody else's
  newer: false, // whether the server has another version of this page

  // A whole answer of the server, or an error. It never redirects a script: whatever does is somebody else.
  async ask(address, request) {
    const headers = { ...request?.headers, Trackside: this.version };
    const answer = await fetch(address, { ...request, headers, redirect: "manual" }), text = await answer.text();
    const version = answer.headers.get("Trackside");
    this.strange = !version;
    if (!version) throw new TypeError("somebody else answered");
    // What is cut off within its headers comes as an answer without a text.
    if (!text && answer.status === 200 && !answer.headers.has("HX-Refresh")) throw new TypeError("cut off");
    this.newer = version !== this.version;
    return { status: answer.status, headers: answer.headers, text };
  },

  // An answer as htmx reads it.
  response: ({ text, ...rest }) => new Response(text || null, rest),
};

document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  ctx.fetch = async (address, request) => server.response(await server.ask(address, request));
});
