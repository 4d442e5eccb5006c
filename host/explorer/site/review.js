// Going through a game: to the first, the last and any move, by buttons, clicks and keys.
import { at, make } from "./words.js";

/** Discs lost from which on a loss is written beside a move. */
const LEAST = 0.05;

/** The discs that a move lost, as written beside it; nothing if it lost none. */
export const lossText = (loss) => (loss >= LEAST ? `−${loss.toFixed(1)}` : "");

/** The list of moves with its buttons. One move is a stop of the tab key; arrows, Home and End go through the game. */
export class Review {
  /** `go` shows the position after so many moves. */
  constructor(go) {
    this.go = go;
    this.count = 0;
    this.length = 0;
    for (const [id, to] of [["first", () => 0], ["previous", () => this.count - 1], ["next", () => this.count + 1], ["last", () => this.length]]) {
      at(id).onclick = () => this.#go(to(), at(id));
    }
    for (const id of ["moves", "through", "analysis"]) at(id).addEventListener("keydown", (event) => this.#key(event));
  }

  async #go(count, from) {
    await this.go(Math.max(0, Math.min(count, this.length)));
    // A button that can do no more gives the focus to the one that can.
    if (from?.disabled) at(this.count === 0 ? "next" : "previous").focus();
  }

  #key(event) {
    const to = {
      ArrowLeft: this.count - 1, ArrowUp: this.count - 1, ArrowRight: this.count + 1, ArrowDown: this.count + 1, Home: 0, End: this.length,
    }[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const list = ["moves", "analysis"].find((id) => at(id).contains(event.target));
    this.#go(to, document.activeElement).then(() => list && at(list).querySelector("[tabindex='0']:is(button)")?.focus());
  }

  /** A button that goes to the position after so many moves. */
  button(count, name) {
    const isHere = count === this.count;
    const button = make("button", {
      type: "button", class: "step", "data-count": count, tabindex: isHere || (this.count === 0 && count === 1) ? 0 : -1,
      "aria-current": isHere ? "step" : null,
    }, name);
    button.onclick = () => this.#go(count);
    return button;
  }

  /** Shows the moves of a game, with what each of them lost, as far as that is known. */
  show(moves, count, losses) {
    this.count = count;
    this.length = moves.length;
    const list = at("moves");
    const hadFocus = list.contains(document.activeElement);
    list.replaceChildren(...moves.map((mv, ply) => {
      const lost = lossText(losses[ply] ?? 0);
      return make("li", {}, this.button(ply + 1, mv), lost && make("span", { class: "lost" }, make("span", { class: "hidden" }, " lost"), lost));
    }));
    const here = list.querySelector("[aria-current]");
    if (here) list.scrollTop = here.offsetTop - list.offsetTop - list.clientHeight / 2;
    else list.scrollTop = 0;
    if (hadFocus) list.querySelector("[tabindex='0']")?.focus({ preventScroll: true });
    at("first").disabled = at("previous").disabled = count === 0;
    at("next").disabled = at("last").disabled = count === moves.length;
    for (const button of at("analysis").querySelectorAll("button")) {
      const isHere = Number(button.dataset.count) === count;
      button.tabIndex = isHere || (count === 0 && button.dataset.count === "1") ? 0 : -1;
      if (isHere) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }
  }
}
