// Sets attributes on the picture: what changed in the game, and over it what is not sent yet and what is offered.
const picture = {
  over: { unsent: {}, offered: {} },
  undoing: [],

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

  // What lies over the game is off meanwhile, or taking it off later would undo the game's own changes.
  under(work) {
    for (const [part, name, value] of this.undoing.reverse())
      value === null ? part.removeAttribute(name) : part.setAttribute(name, value);
    this.undoing = [];
    work();
    for (const changes of Object.values(this.over)) this.set(changes, (...was) => this.undoing.push(was));
  },

  change(changes) {
    this.under(() => this.set(changes));
  },

  offer(changes) {
    this.under(() => (this.over.offered = changes));
  },
};
