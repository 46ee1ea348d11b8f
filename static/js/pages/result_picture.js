// The result as a picture: drawn here from the page's own SVG, with the page's fonts in it, and sent by the
// phone's share sheet or saved. Nothing is fetched from elsewhere.

const MOST = 250_000; // bytes
const QUALITIES = [0.9, 0.8, 0.7, 0.6, 0.5];

const form = document.querySelector("[data-result]"), canvas = form.querySelector("canvas");
const button = form.querySelector("#share");
let ready, file; // what is drawn now

// The texts of all font rules among some rules of style.
const faces = (rules) => [...rules].flatMap((rule) =>
  (rule instanceof CSSFontFaceRule ? [rule.cssText] : faces(rule.cssRules ?? [])));

const asData = (blob) => new Promise((done, failed) => {
  const reader = Object.assign(new FileReader(), { onload: () => done(reader.result), onerror: failed });
  reader.readAsDataURL(blob);
});

// The page's fonts as style for a picture, which may not refer to anything outside it.
const inlined = async () => {
  const sheets = [...document.styleSheets];
  const found = sheets.flatMap((sheet) => faces(sheet.cssRules).map((face) => [face, sheet.href]));
  return Promise.all(found.map(async ([face, base]) => {
    const [, address] = face.match(/url\("?([^")]+)"?\)/);
    const blob = await fetch(new URL(address, base)).then((answer) => answer.blob());
    return face.replace(address, await asData(blob));
  }));
};
let fonts;

// The picture in a shape, with full names or initials.
const picture = async (shape, full) => {
  const { content } = form.querySelector(`template[data-shape="${shape}"]`);
  const svg = content.querySelector("svg").cloneNode(true);
  for (const text of svg.querySelectorAll("[data-full]")) {
    text.textContent = full ? text.dataset.full : text.dataset.short;
    delete text.dataset.full; // what was not chosen does not go along
    delete text.dataset.short;
  }
  const style = document.createElementNS(svg.namespaceURI, "style");
  style.textContent = (await (fonts ??= inlined())).join("\n");
  svg.prepend(style);
  const image = new Image(Number(svg.getAttribute("width")), Number(svg.getAttribute("height")));
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
  await image.decode();
  return image;
};

// The canvas as the bytes of a JPEG file, in the best quality that is small enough. Without loss it never is:
// a board has too many colours. `toBlob` would wait until the browser has nothing else to do.
const compressed = () => {
  for (const quality of QUALITIES) {
    const [, text] = canvas.toDataURL("image/jpeg", quality).split(","), bytes = atob(text);
    if (bytes.length <= MOST || quality === QUALITIES.at(-1))
      return Uint8Array.from(bytes, (one) => one.charCodeAt(0));
  }
};

const draw = async () => {
  const shape = form.elements.shape.value, begun = performance.now();
  const image = await picture(shape, form.elements.full.checked);
  Object.assign(canvas, { width: image.width, height: image.height });
  canvas.dataset.drawn = shape;
  canvas.getContext("2d", { willReadFrequently: true }).drawImage(image, 0, 0, image.width, image.height);
  const bytes = compressed();
  file = new File([bytes], `trackside-${form.dataset.result}-${shape}.jpg`, { type: "image/jpeg" });
  button.textContent = canShare() ? shareText : button.dataset.saves;
  const took = Math.round(performance.now() - begun); // for the bench and the tests, as is what follows
  Object.assign(canvas.dataset, { done: shape, took, bytes: bytes.length });
};

const shareText = button.textContent;
const canShare = () => navigator.canShare?.({ files: [file] });

const save = () => {
  const href = URL.createObjectURL(file);
  const link = Object.assign(document.createElement("a"), { href, download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};

form.addEventListener("change", () => (ready = ready.then(draw)));
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  await ready;
  if (!canShare()) return save();
  // Whoever closes the share sheet wants nothing more; what else goes wrong, saving may still do.
  navigator.share({ files: [file] }).catch(({ name }) => name !== "AbortError" && save());
});

form.hidden = false;
ready = draw();
