// Keeps the screen awake while a game runs: by the wake lock, else by a silent video, from the first tap on.
{
  const line = document.querySelector("[data-wake]");
  let lock = null, video = null;

  const runs = () => line && !document.hidden && document.getElementById("state")?.matches(":not([data-phase=finished])");

  const play = async () => {
    video ??= Object.assign(document.createElement("video"), { muted: true, loop: true, playsInline: true });
    if (!video.src) video.src = line.dataset.wake;
    await video.play();
  };

  const release = () => {
    lock?.release();
    lock = null;
    video?.pause();
  };

  const hold = async () => {
    if (!runs()) return release();
    if (lock && !lock.released) return;
    try {
      lock = await navigator.wakeLock.request("screen");
    } catch {
      await play().catch(() => (line.hidden = false));
    }
  };

  if (line) {
    document.addEventListener("pointerup", hold);
    document.addEventListener("visibilitychange", () => (lock || video) && hold());
    document.addEventListener("htmx:after:swap", () => (lock || video) && hold());
  }
}
