// Sets attributes on the picture: what changed in the game, and for as long as it is asked, what is offered.
const picture = {
  offered: [],

  set(changes, each) {
    const svg = document.querySelector("[data-board] svg, [data-picture] svg");
    for (const [selector, attributes] of Object.entries(changes)) {
      const part = svg.querySelector(selector);
      for (const [name, value] of Object.entries(attributes)) {
        each?.(part, name, part.getAttribute(name));
        value === null ? part.removeAttribute(name) : part.setAttribute(name, value);
      }
    }
  },

  // The game's own changes go under what is offered, or taking the offer off would undo them.
  change(changes) {
    const offer = this.offer({});
    this.set(changes);
    this.offer(offer);
  },

  offer(changes) {
    const before = this.changes ?? {};
    for (const [part, name, value] of this.offered.reverse())
      value === null ? part.removeAttribute(name) : part.setAttribute(name, value);
    this.offered = [];
    this.set(changes, (...was) => this.offered.push(was));
    this.changes = changes;
    return before;
  },
};
