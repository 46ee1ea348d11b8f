// A page to print has a button for it, since a phone's menu hides how.
const button = document.querySelector("[data-print]");
button.hidden = false;
button.addEventListener("click", () => print());
