// Boards: Othello's, on which one plays, and small pictures of the others.
import { draw, make } from "./words.js";

export const name = (square) => "abcdefgh"[square % 8] + (Math.floor(square / 8) + 1);

/** Othello's board: a grid of buttons with one stop of the tab key; arrows, Home and End move within. */
export class OthelloBoard {
  constructor(element, play) {
    this.element = element;
    this.play = play;
    this.buttons = [];
    this.at = 19;
    const top = make("div", { role: "row" }, make("span", { class: "edge", role: "presentation" }));
    for (const letter of "abcdefgh") top.append(make("span", { class: "edge", role: "columnheader" }, letter));
    element.append(top);
    for (let row = 0; row < 8; row++) {
      const line = make("div", { role: "row" }, make("span", { class: "edge", role: "rowheader" }, String(row + 1)));
      for (let column = 0; column < 8; column++) {
        const number = 8 * row + column;
        const button = make("button", { type: "button", class: "square", role: "gridcell", tabindex: -1 });
        button.addEventListener("click", () => {
          this.#focus(number, false);
          if (button.classList.contains("legal")) this.play(number);
        });
        this.buttons.push(button);
        line.append(button);
      }
      element.append(line);
    }
    element.addEventListener("keydown", (event) => this.#key(event));
    this.#focus(this.at, false);
  }

  #focus(number, move = true) {
    this.buttons[this.at].tabIndex = -1;
    this.at = number;
    this.buttons[number].tabIndex = 0;
    if (move) this.buttons[number].focus();
  }

  #key(event) {
    const [row, column] = [Math.floor(this.at / 8), this.at % 8];
    const to = {
      ArrowLeft: [row, Math.max(0, column - 1)], ArrowRight: [row, Math.min(7, column + 1)],
      ArrowUp: [Math.max(0, row - 1), column], ArrowDown: [Math.min(7, row + 1), column],
      Home: event.ctrlKey ? [0, 0] : [row, 0], End: event.ctrlKey ? [7, 7] : [row, 7],
    }[event.key];
    if (!to || event.altKey || event.metaKey) return;
    event.preventDefault();
    this.#focus(8 * to[0] + to[1]);
  }

  /**
   * Shows a position. `legal` are the squares that a person may choose; `values` the values of moves by name, `best` the best
   * one's; `hint` a square to point at. All squares can be chosen while a position `isSetUp`.
   */
  show(seen, { legal = [], values = new Map(), best = null, hint = null, isSetUp = false } = {}) {
    const last = seen.line.findLast((mv) => mv !== "pass") ?? null;
    this.buttons.forEach((button, number) => {
      const here = name(number);
      const disc = { X: "black", O: "white" }[seen.squares[number]] ?? null;
      const isLegal = isSetUp || legal.includes(here);
      const value = values.get(here);
      button.className = "square";
      button.classList.toggle("legal", isLegal);
      button.classList.toggle("last", here === last);
      button.classList.toggle("valued", value !== undefined);
      button.classList.toggle("best", here === best && value !== undefined);
      button.classList.toggle("hint", here === hint);
      button.replaceChildren(...(disc ? [make("i", { class: disc, "aria-hidden": true })] : value !== undefined ? [make("span", { "aria-hidden": true }, value)] : []));
      const words = [here, disc ?? "empty"];
      if (isLegal && !isSetUp) words.push("you can move here");
      if (value !== undefined) words.push(`worth ${value}`);
      if (here === hint) words.push("hint");
      if (here === last) words.push("last move");
      button.setAttribute("aria-label", words.join(", "));
      if (isLegal) button.removeAttribute("aria-disabled");
      else button.setAttribute("aria-disabled", "true");
    });
  }
}

/** The colours of boards: the cloth, and the pieces of the player who moves first and of the other. */
const LOOKS = { othello: ["#2a7348", "#111417", "#fafafa"], "connect-four": ["#1d4f91", "#ffd24a", "#e5484d"] };
const PLAIN = ["#8a6a3f", "#fafafa", "#111417"];

/** A picture of a position of any game that has a board. */
export function picture(seen) {
  const { game, columns, squares } = seen;
  if (columns === 0) return null;
  const rows = squares.length / columns;
  const [cloth, ...colours] = LOOKS[game] ?? PLAIN;
  const svg = draw("svg", { viewBox: `0 0 ${columns * 10} ${rows * 10}`, role: "img", "aria-label": `The position: ${seen.side === 0 ? "the first" : "the second"} player to move` });
  svg.append(draw("rect", { width: columns * 10, height: rows * 10, fill: cloth }));
  for (let column = 0; column < columns; column++) {
    for (let row = 0; row < rows; row++) {
      const [x, y] = [10 * column + 5, 10 * row + 5];
      const owner = { X: 0, O: 1 }[squares[columns * row + column]] ?? null;
      if (game !== "connect-four") svg.append(draw("rect", { x: x - 5, y: y - 5, width: 10, height: 10, fill: "none", stroke: "#0005", "stroke-width": 0.4 }));
      if (owner !== null) {
        svg.append(draw("circle", { cx: x, cy: y, r: 4, fill: colours[owner] }));
        // Not told by colour alone.
        if (game === "connect-four" && owner === 1) svg.append(draw("circle", { cx: x, cy: y, r: 1.6, fill: "none", stroke: "#14171a", "stroke-width": 0.8 }));
      } else if (game === "connect-four") {
        svg.append(draw("circle", { cx: x, cy: y, r: 4, fill: "#0d2f5c" }));
      }
    }
  }
  return svg;
}
