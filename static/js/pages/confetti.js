// Confetti in the winner's colour, once, when the reveal comes to its end; none for whoever wants less
// motion.
{
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const PIECES = 140, LASTS = 3200; // ms
  let isThrown;

  // A piece where it begins to fall, and how fast it falls, drifts and spins in a millisecond.
  const piece = (colours, width) => ({
    x: Math.random() * width,
    y: -20 - Math.random() * 200,
    fall: 0.12 + Math.random() * 0.2,
    drift: (Math.random() - 0.5) * 0.12,
    angle: Math.random() * 6,
    spin: (Math.random() - 0.5) * 0.01,
    size: 6 + Math.random() * 6,
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
      ink.resetTransform(); // which the last piece set
      ink.clearRect(0, 0, canvas.width, canvas.height);
      ink.globalAlpha = Math.min(1, (LASTS - t) / 600);
      for (const { x, y, fall, drift, angle, spin, size, colour } of pieces) {
        const turned = angle + spin * t;
        // No rotation: a piece narrows and slants, as if it tumbled.
        ink.setTransform(Math.cos(turned), Math.sin(turned), 0, 1, x + drift * t, y + fall * t);
        ink.fillStyle = colour;
        ink.fillRect(-size / 2, -size / 4, size, size / 2);
      }
      if (t < LASTS) requestAnimationFrame(frame);
      else canvas.remove();
    };
    requestAnimationFrame(frame);
  };

  const throwOnce = () => {
    const stage = document.querySelector("[data-confetti]");
    if (stage && !isThrown && !still.matches) rain(stage.dataset.confetti.trim().split(" "));
    isThrown = Boolean(stage);
  };
  document.addEventListener("htmx:after:swap", throwOnce);
  throwOnce();
}
