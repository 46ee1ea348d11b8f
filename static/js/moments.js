// Times in the zone of whoever reads them.
const tellTimes = () => document.querySelectorAll("time[data-clock], time[data-when]").forEach(time => {
  const at = new Date(time.dateTime);
  const day = { day: "numeric", month: "short" }, clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  const today = at.toDateString() === new Date().toDateString();
  time.textContent = at.toLocaleString(document.documentElement.lang, "clock" in time.dataset || today ? clock : day);
});
document.addEventListener("htmx:after:swap", tellTimes);
tellTimes();
