// Where a board is entered after the game: what a tap claims or takes off at once, while no server answers.
// companion/pages/table/painting.py decides the same. `asked` has the fields of the tap's question.
import { refusal } from "./state.js";

const mayClaim = (drawn, player, route) =>
  !(route in drawn.owners) && !refusal(drawn, { type: "claim", player, route });

// [point, scale] of the tap; null where taps only ask.
const paintingTap = ({ x, y, scale }, { followed, finished }) =>
  !followed && !finished && x && Number(scale) ? [[Number(x), Number(y)], Number(scale)] : null;

// The route that a tap claims at once, if it clearly means this pair of places; or null.
export const toClaim = (asked, drawn, pair, player) => {
  const { board } = drawn, tap = paintingTap(asked, drawn);
  if (!tap || !pair) return null;
  const isFree = (route) => mayClaim(drawn, player, route), free = board.pairs[pair].filter(isFree);
  const areAlike = free.length === board.pairs[pair].length
    && free.every((route) => board.routes[route].color === board.routes[free[0]].color);
  const isUnlikely = (other) => !board.pairs[other].some(isFree);
  return (free.length === 1 || areAlike) && board.clear(...tap, isUnlikely) === pair ? free[0] : null;
};

// The claimed route that a tap clearly means, or null. `playerOf` says for whom the tap is.
export const toTakeOff = (asked, drawn, playerOf) => {
  const { board, owners } = drawn, tap = paintingTap(asked, drawn), pair = tap && board.clear(...tap);
  if (!pair) return null;
  const player = playerOf(), tracks = board.pairs[pair];
  if (tracks.some((route) => mayClaim(drawn, player, route))) return null;
  const claimed = tracks.filter((route) => route in owners);
  const theirs = claimed.filter((route) => owners[route].includes(player));
  return theirs[0] ?? (claimed.length === 1 ? claimed[0] : null);
};

// Whether a tap takes off a route at once: it is this player's alone, and this phone entered the claim.
// `about` has the number of an unsent claim, or its place in the log.
export const mayTakeOff = (drawn, route, player, about) => {
  const enteredHere = JSON.parse(document.getElementById("state").dataset.enteredHere ?? "[]");
  return `${drawn.owners[route]}` === player && (about.n || enteredHere.includes(about.place));
};
