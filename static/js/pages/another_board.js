// The button that starts again on another board names it.
const select = document.querySelector("#board select"), button = document.querySelector("#board button");
const plain = button.textContent;
select.addEventListener("change", () => {
  const [{ textContent: board }] = select.selectedOptions;
  button.textContent = select.value ? select.dataset.says.replace("{board}", board) : plain;
});
