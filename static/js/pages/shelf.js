// The shelf shows the boards whose words hold what is typed.
import { plain } from "../board.js";

document.querySelectorAll("[data-shelf]").forEach(shelf => {
  const search = shelf.querySelector("[data-search]");
  if (!search) return;
  search.hidden = false;
  search.addEventListener("input", ({ target }) => {
    const typed = plain(target.value.trim());
    search.parentElement.querySelectorAll("[data-words]").forEach(board => {
      board.hidden = !plain(board.dataset.words).includes(typed);
    });
  });
  search.addEventListener("keydown", event => event.key === "Enter" && event.preventDefault());
});
