// A position of Othello that is set up square by square.
import { at } from "./words.js";

const NEXT = { "-": "X", X: "O", O: "-" };

/** The board while a position is set up: a click, Enter or Space changes a square. */
export class SetUp {
  /** `done` takes the position as text, or null if it stays as it was. */
  constructor(board, done) {
    this.board = board;
    this.squares = null;
    at("set-up-done").onclick = () => done(`${this.squares.join("")} ${at("set-up-side").value}`);
    at("set-up-cancel").onclick = () => done(null);
    at("set-up-clear").onclick = () => {
      this.squares.fill("-");
      this.#show();
    };
  }

  get isOpen() { return this.squares !== null; }

  /** Begins with a position. */
  open({ squares, side }) {
    this.squares = [...squares];
    at("set-up-side").value = "XO"[side];
    this.#show();
    this.board.buttons[this.board.at].focus();
  }

  close() {
    this.squares = null;
    this.#view();
  }

  /** Changes a square: empty, Black, White, and empty again. */
  change(square) {
    this.squares[square] = NEXT[this.squares[square]];
    this.#show();
  }

  #show() {
    this.#view();
    this.board.show({ squares: this.squares, line: [] }, { isSetUp: true });
  }

  #view() {
    at("set-up").hidden = !this.isOpen;
    for (const id of ["through", "playing"]) at(id).hidden = this.isOpen;
    this.board.element.classList.toggle("set-up", this.isOpen);
  }
}
