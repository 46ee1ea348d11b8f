"""Whether all words of a page have room on a screen: asked of a real browser, in any language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from playwright.sync_api import Page

# A phone makes its window wider where the page is, so it is compared with what was asked for.
SIDEWAYS: Final = """width => {
  const over = document.documentElement.scrollWidth - width;
  if (over <= 1) return [];
  const wide = [...document.body.querySelectorAll("*")].filter(el => !el.closest(".board-view, .unseen"))
    .filter(el => el.getBoundingClientRect().right > width + 1).map(el => el.className?.baseVal ?? el.className);
  return [`${over} px: ${[...new Set(wide)].slice(0, 6).join(", ")}`];
}"""
# Words that are cut off where nothing can be scrolled to see the rest.
CUT_OFF: Final = """() => [...document.body.querySelectorAll("*")].filter(el => {
  const own = [...el.childNodes].some(n => n.nodeType === 3 && n.data.trim());
  if (!own || !el.checkVisibility() || el.closest("svg, .unseen, textarea, select")) return false;
  const { clientWidth, clientHeight, scrollWidth, scrollHeight } = el;
  if (getComputedStyle(el).clipPath === "inset(50%)") return false; // for who hears it alone
  const over = scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 2;
  return over && /hidden|clip/.test(getComputedStyle(el).overflow);
}).map(el => `${el.className}: ${el.textContent.trim().slice(0, 40)}`)"""
# Lines of text as they lie on the screen: those that stand out of the box they are in, lie on each other, or end in
# the middle of a word that nobody said may be parted, or of one so short that its column is too narrow; labels of
# more than three lines that are no whole sentence; fields too narrow for what they ask, or for what is chosen there.
# Names of people may be long, and what somebody types.
CRAMPED: Final = """() => {
  const SILENT = "svg, .unseen, .skip, textarea, option, noscript, script";
  const LABELS = ".button, .quiet-button, .act, .close, .pill, .stops a, :is(.languages, .menu-lines) :is(a, button)";
  const SHORT = 9, SENTENCE = 40; // letters
  const wrong = [], lines = [], styles = new Map();
  const style = el => styles.get(el) ?? styles.set(el, getComputedStyle(el)).get(el);
  const says = el => `${el.className || el.tagName}: ${el.textContent.trim().replace(/\\s+/g, " ").slice(0, 40)}`;
  const heard = el => el && (style(el).clipPath === "inset(50%)" || heard(el.parentElement)); // and not seen
  const seen = el => el.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !heard(el);
  const box = el => { while (/inline$|contents/.test(style(el).display)) el = el.parentElement; return el; };
  const layer = el => {
    for (; el !== document.body; el = el.parentElement) {
      const { position, overflowX, overflowY } = style(el);
      if (/fixed|sticky/.test(position) || `${overflowX}${overflowY}` !== "visiblevisible") return el;
      if (position === "absolute" && el.offsetHeight > 60) return el;
    }
    return el;
  };
  const rows = rects => {
    const tops = [];
    for (const { top, height } of rects) if (!tops.some(t => Math.abs(t - top) < height * .5)) tops.push(top);
    return tops.length;
  };
  const slim = ({ left, right, top, height: h }) =>
    ({ left: left + 1, right: right - 1, top: top + h / 4, end: top + h * 3 / 4 });
  const range = document.createRange();
  const ranged = () => [...range.getClientRects()].filter(r => r.width > 1 && r.height > 6);
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const el = node.parentElement;
    if (!node.data.trim() || el.closest(SILENT) || !seen(el)) continue;
    range.selectNodeContents(node);
    const rects = ranged();
    if (!rects.length) continue;
    const around = box(el), { left, right } = around.getBoundingClientRect();
    if (rects.some(r => r.right > right + 1.5 || r.left < left - 1.5)) wrong.push(`out of its box, ${says(el)}`);
    for (const r of rects) lines.push({ el, around, layer: layer(el), ...slim(r) });
    if (rows(rects) < 2 || el.closest("bdi, .panel-name")) continue;
    const long = style(el).hyphens === "auto" ? SHORT : Infinity;
    for (const { 0: word, index } of node.data.matchAll(/[\\p{L}\\p{N}/]{4,}/gu)) {
      if (word.length > long) continue;
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (rows(ranged()) > 1) wrong.push(`parted, ${el.className || el.tagName}: ${word}`);
    }
  }
  lines.sort((a, b) => a.top - b.top);
  lines.forEach((a, n) => {
    for (let m = n + 1; m < lines.length && lines[m].top < a.end; m++) {
      const b = lines[m];
      const apart = a.around === b.around || a.layer !== b.layer || a.left >= b.right || b.left >= a.right;
      if (!apart) wrong.push(`on each other, ${says(a.el)} | ${says(b.el)}`);
    }
  });
  for (const el of document.querySelectorAll(LABELS)) if (seen(el)) {
    range.selectNodeContents(el);
    if (rows(ranged()) > 3 && el.textContent.trim().length <= SENTENCE) wrong.push(`too many lines, ${says(el)}`);
  }
  const pen = document.createElement("canvas").getContext("2d");
  for (const el of document.querySelectorAll("input[placeholder], select")) if (seen(el)) {
    const { fontSize, fontFamily, paddingLeft, paddingRight, letterSpacing, textOverflow } = style(el);
    if (textOverflow === "ellipsis") continue;
    const text = el.options ? el.selectedOptions[0]?.text ?? "" : el.value ? "" : el.placeholder;
    const shown = el.options ? fontSize : getComputedStyle(el, "::placeholder").fontSize;
    pen.font = `${shown} ${fontFamily}`;
    const wide = pen.measureText(text).width + text.length * (parseFloat(letterSpacing) || 0);
    const room = el.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - (el.options ? 20 : 0);
    if (wide > room + 1) wrong.push(`${Math.round(wide - room)} px too narrow, ${el.name || el.id}: ${text}`);
  }
  return wrong;
}"""
SETTLED: Final = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))"
ENLARGED: Final = "size => { document.documentElement.style.fontSize = size; }"
OPEN_ALL: Final = "() => document.querySelectorAll('details:not(.menu)').forEach(one => one.open = true)"
WIDTHS: Final = (320, 360)
SIZES: Final = ("", "200%")


def cramped(page: Page, widths: Sequence[int] = WIDTHS, sizes: Sequence[str] = SIZES) -> dict[str, list[str]]:
    """What has no room on screens so wide, in letters as the browser has them and in twice as large ones.

    First as the page comes, then with all opened that can be.
    """
    found: dict[str, list[str]] = {}
    for opened in (False, True):
        if opened:
            page.evaluate(OPEN_ALL)
        for width in widths:
            page.set_viewport_size({"width": width, "height": 640 if width < 360 else 740})
            for size in sizes:
                page.evaluate(ENLARGED, size)
                page.evaluate(SETTLED)
                wrong = [*page.evaluate(SIDEWAYS, width), *page.evaluate(CUT_OFF), *page.evaluate(CRAMPED)]
                known = found.setdefault(f"{width} px{size and ', large letters'}", [])
                known += [line for line in dict.fromkeys(wrong) if line not in known]
    page.evaluate(ENLARGED, "")
    return {where: wrong for where, wrong in found.items() if wrong}
