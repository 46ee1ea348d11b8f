// Confetti in the winner's colour, once, when the reveal comes to its end; none for whoever wants less
// motion.
{
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const PIECES = 140, LASTS = 3200; // ms
  let thrown;

  const piece = (colours, width) => ({
    x: Math.random() * width, y: -20 - Math.random() * 200, down: 0.12 + Math.random() * 0.2,
      drift: (Math.random() - 0.5) * 0.12,
    turn: Math.random() * 6, spin: (Math.random() - 0.5) * 0.01, size: 6 + Math.random() * 6,
      colour: colours[Math.floor(Math.random() * colours.length)],
  });

  const rain = (colours) => {
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { className: "confetti", width: innerWidth, height: innerHeight });
    const ink = canvas.getContext("2d");
    const pieces = Array.from({ length: PIECES }, () => piece(colours, innerWidth));
    canvas.ariaHidden = "true";
    document.body.append(canvas);
    let first;
    const frame = (now) => {
      const t = now - (first ??= now);
      ink.resetTransform(); // of the last piece
      ink.clearRect(0, 0, canvas.width, canvas.height);
      ink.globalAlpha = Math.min(1, (LASTS - t) / 600);
      for (const { x, y, down, drift, turn, spin, size, colour } of pieces) {
        ink.setTransform(Math.cos(turn + spin * t), Math.sin(turn + spin * t), 0, 1, x + drift * t,
          y + down * t);
        ink.fillStyle = colour;
        ink.fillRect(-size / 2, -size / 4, size, size / 2);
      }
      t < LASTS ? requestAnimationFrame(frame) : canvas.remove();
    };
    requestAnimationFrame(frame);
  };

  const heed = () => {
    const stage = document.querySelector("[data-confetti]");
    if (!stage) return (thrown = false);
    if (!thrown && !still.matches) rain(stage.dataset.confetti.trim().split(" "));
    thrown = true;
  };
  document.addEventListener("htmx:after:swap", heed);
  heed();
}
