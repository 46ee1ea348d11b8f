// Times of day and dates as they are where this phone is, in its language.
const tellTimes = () => document.querySelectorAll("time[data-clock], time[data-when]").forEach(time => {
  const at = new Date(time.dateTime);
  const day = { day: "numeric", month: "short" };
  if (at.getFullYear() !== new Date().getFullYear()) day.year = "numeric";
  const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  const today = at.toDateString() === new Date().toDateString();
  const date = today ? { ...day, ...clock } : day;
  const shown = "clock" in time.dataset ? clock : date;
  time.textContent = at.toLocaleString(document.documentElement.lang, shown);
});
document.addEventListener("htmx:after:swap", tellTimes);
tellTimes();
