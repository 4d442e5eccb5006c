// The view in which a person plays Othello.
import { ADVISER, Analysis } from "./analysis.js";
import { OthelloBoard, name } from "./board.js";
import { Engine, Stopped } from "./engine.js";
import * as link from "./link.js";
import { Opener } from "./open.js";
import { Review } from "./review.js";
import { SetUp } from "./set-up.js";
import { at, command, copy, grouped, make, reachedBy, short, worth } from "./words.js";

/** The opponents: what sets their strength, from where to where, and their engine as text. */
const OPPONENTS = {
  level: { dial: "Level", most: 20, usual: 5, engine: (n) => `algorithm=strong,level=${n},evaluation=patterns-small,table=4MiB` },
  "chip-strong": { dial: "Depth", most: 16, usual: 8, engine: (n) => `algorithm=strong,depth=${n},evaluation=patterns-small,table=8KiB` },
  "chip-alpha-beta": { dial: "Depth", most: 10, usual: 5, engine: (n) => `algorithm=alpha-beta,depth=${n}` },
  "chip-fe": { dial: "Depth", most: 10, usual: 5, engine: (n) => `algorithm=fe,depth=${n}` },
  "chip-rbfms": { dial: "Depth", most: 20, usual: 10, engine: (n) => `algorithm=rbfms,depth=${n},nodes=300000` },
};

/** The engine of hints. */
const HINTER = "algorithm=strong,depth=10,evaluation=patterns-small,table=1MiB";

const SIDES = ["Black", "White"];

/** The usual start. */
const START = `${"-".repeat(27)}OX------XO${"-".repeat(27)} X`;

export class Play {
  constructor(trouble) {
    this.trouble = trouble;
    // The start as text, empty for the usual one; the whole game, and how many of its moves are on the board.
    this.from = "";
    this.moves = [];
    this.count = 0;
    this.seen = null;
    this.kind = "level";
    this.strength = 5;
    this.you = "black";
    this.opponent = new Engine();
    this.adviser = new Engine();
    // The players' names, if a file told them.
    this.names = ["", ""];
    this.opener = new Opener(this.adviser, (game) => this.#take(game), trouble);
    this.review = new Review((count) => this.#go(count));
    this.analysis = new Analysis(() => ({ from: this.from, moves: this.moves }), this.review, () => this.#show());
    // Each change of the game makes what was begun before it void.
    this.turn = 0;
    this.board = new OthelloBoard(at("board"), (square) => (this.setUp.isOpen ? this.setUp.change(square) : this.#person(name(square))));
    this.setUp = new SetUp(this.board, (from) => this.#isSetUp(from));
    this.#listen();
  }

  #listen() {
    at("new-game").onclick = () => this.#begin("");
    at("begin-set-up").onclick = () => {
      this.leave();
      this.setUp.open(this.seen);
      this.#say("Set up a position: a click, Enter or Space changes a square.");
    };
    at("back").onclick = () => this.#back();
    at("hint").onclick = () => this.#hint();
    at("values").onchange = () => this.#show();
    at("play-engine").onchange = (event) => {
      this.kind = event.target.value;
      this.strength = OPPONENTS[this.kind].usual;
      this.#dial();
      this.#again();
    };
    at("level").oninput = (event) => {
      this.strength = Number(event.target.value);
      this.#dial();
    };
    at("level").onchange = () => this.#again();
    at("you").onchange = (event) => {
      this.you = event.target.value;
      this.#again();
    };
    for (const form of ["opponent", "game-form"]) at(form).addEventListener("submit", (event) => event.preventDefault());
    at("game-form").addEventListener("submit", () => this.#read(at("game-text").value));
    at("copy-link").onclick = (event) => copy(event.target, location.href);
  }

  /** Takes a link's settings over; those that it does not name are the usual ones. */
  async open(settings) {
    const [kind, you] = [settings.get("engine") ?? "", settings.get("you")];
    this.kind = Object.hasOwn(OPPONENTS, kind) ? kind : "level";
    const { most, usual } = OPPONENTS[this.kind];
    this.strength = link.number(settings, "strength", 1, most) ?? usual;
    this.you = ["black", "white", "both", "none"].includes(you) ? you : "black";
    this.names = ["", ""];
    this.opener.forget();
    this.#dial();
    await this.#load(settings.get("moves") ?? "", settings.get("from") ?? "", link.number(settings, "at", 0, 200));
  }

  /** Stops thinking, when another view is opened. */
  leave() {
    this.turn += 1;
    this.opponent.pause();
    this.analysis.stop();
  }

  /** Writes the settings into the address. */
  share() {
    link.write("play", {
      from: this.from, moves: this.moves.join(""), at: this.#isReview ? String(this.count) : "", engine: this.kind === "level" ? "" : this.kind,
      strength: this.strength, you: this.you === "black" ? "" : this.you,
    });
  }

  get engine() { return OPPONENTS[this.kind].engine(this.strength); }
  get place() { return this.#after(this.moves.slice(0, this.count)); }

  #after(moves) { return { game: "othello", from: this.from, moves: moves.join("") }; }

  /** Whether moves of the game follow the position on the board. */
  get #isReview() { return this.count < this.moves.length; }

  #dial() {
    const { dial, most } = OPPONENTS[this.kind];
    at("play-engine").value = this.kind;
    at("you").value = this.you;
    at("level").max = most;
    at("level").value = this.strength;
    at("level-label").textContent = dial;
    at("level-text").textContent = this.strength;
  }

  /** Whether a person may move: on their turn, and wherever a game is gone through. */
  #isPerson() {
    return this.#isReview || this.you === "both" || this.you === SIDES[this.seen.side].toLowerCase();
  }

  async #load(text, from = this.from, count = null) {
    try {
      const seen = await this.adviser.look({ game: "othello", from, moves: text.trim().toLowerCase() });
      this.trouble(null);
      await this.#set(seen.line, count ?? seen.line.length, from);
    } catch (error) {
      this.trouble(`The game cannot be loaded: ${error.message}.`);
      if (!this.seen) await this.#set([]);
    }
  }

  /** Another game, which has nothing to do with a file. */
  #begin(from) {
    this.names = ["", ""];
    this.opener.forget();
    return this.#set([], 0, from);
  }

  /** Takes text: moves from the start that is there, or games of any form. */
  async #read(text) {
    try {
      const { line } = await this.adviser.look({ game: "othello", from: this.from, moves: text.trim().toLowerCase() });
      this.trouble(null);
      this.opener.forget();
      this.names = ["", ""];
      await this.#set(line);
    } catch {
      await this.opener.openText(text);
    }
  }

  /** Shows a game of a file from its beginning. The engine does not take part in it. */
  async #take({ black, white, from, moves }) {
    this.names = [black, white];
    this.you = "both";
    this.#dial();
    await this.#load(moves, from, 0);
  }

  /** The same position, with another opponent or side. */
  #again() { return this.#set(this.moves, this.count); }

  /** Shows the position after so many moves of the game. */
  #go(count) { return this.#set(this.moves, count); }

  /** Shows a position of a game. At its end the engine moves if it is its turn. */
  async #set(moves, count = moves.length, from = this.from) {
    const turn = ++this.turn;
    const before = [this.moves, this.count, this.from];
    this.isLooking = true;
    [this.moves, this.count, this.from] = [[...moves], Math.min(count, moves.length), from];
    this.opponent.reset();
    this.analysis.follow(this);
    if (this.setUp.isOpen) this.setUp.close();
    let seen;
    try {
      seen = await this.adviser.look(this.place);
    } catch (error) {
      // The game before stays.
      if (turn === this.turn && this.seen) [this.moves, this.count, this.from] = before;
      throw error;
    } finally {
      if (turn === this.turn) this.isLooking = false;
    }
    if (turn !== this.turn) return;
    this.seen = seen;
    this.#show();
    if (!this.#isReview) await this.#next(turn);
  }

  /** Takes over a position that was set up; null: none. */
  async #isSetUp(from) {
    if (from === null) {
      await this.#again();
    } else {
      try {
        await this.adviser.look({ game: "othello", from, moves: "" });
      } catch (error) {
        this.trouble(`This is no position: ${error.message}.`);
        return;
      }
      this.trouble(null);
      await this.#begin(from === START ? "" : from);
    }
    at("begin-set-up").focus();
  }

  async #person(mv) {
    // What is on the board may be the position before.
    if (this.seen && !this.isLooking && this.#isPerson()) await this.#played(mv);
  }

  /** A move on the board: one that was played there, too, or the first of another way on. */
  async #played(mv) {
    const moves = this.moves[this.count] === mv ? this.moves : [...this.moves.slice(0, this.count), mv];
    await this.#set(moves, this.count + 1);
  }

  /** What follows in this position: the end, a pass, the engine's move, or a person's. */
  async #next(turn) {
    const { seen } = this;
    if (seen.outcome !== null) return;
    if (this.#isPerson()) {
      if (seen.moves[0] !== "pass") return;
      await new Promise((resolve) => setTimeout(resolve, 700));
      if (turn === this.turn) await this.#played("pass");
      return;
    }
    try {
      await this.opponent.start(this.place, this.engine);
      const { report, milliseconds } = await this.opponent.run((progress) => {
        if (turn === this.turn) this.#say(`${SIDES[seen.side]} thinks: depth ${progress.depth}, ${short(progress.counts.generated)} nodes…`);
      });
      if (turn !== this.turn) return;
      if (report.bestMove === null) throw new Error(report.error ?? "it found no move");
      this.#think(report, milliseconds);
      await this.#played(report.bestMove);
    } catch (error) {
      if (!(error instanceof Stopped)) this.trouble(`The engine cannot move: ${error.message}.`);
    }
  }

  #think(report, milliseconds) {
    const seconds = milliseconds / 1000;
    at("thought").replaceChildren(
      make("b", {}, report.bestMove), ` for ${SIDES[this.seen.side]}: ${worth(report)} (${report.meaning}). `,
      `${grouped(report.counts.generated)} nodes, depth ${report.depth}, ${seconds < 1 ? `${Math.round(milliseconds)} ms` : `${seconds.toFixed(1)} s`}. Best line: ${report.line.slice(0, 12).join(" ")}.`,
    );
    at("play-command").textContent = command(reachedBy(this.place, this.seen), this.engine);
    if (!performance.getEntriesByName("first-move").length) performance.mark("first-move");
  }

  async #back() {
    const turn = this.turn + 1;
    const shown = this.moves.slice(0, this.count);
    const moves = [...shown];
    const first = (this.seen.side + this.count) % 2;
    const isYours = (count) => this.you === "both" || this.you === "none" || SIDES[(first + count) % 2].toLowerCase() === this.you;
    // To the last position in which the person chose a move: passes are moves of the other's list, too.
    do moves.pop(); while (moves.length > 0 && !(isYours(moves.length) && shown[moves.length] !== "pass"));
    if (!isYours(0) && moves.length === 0 && shown.length > 1) moves.push(shown[0]);
    await this.#set(moves);
    if (turn === this.turn) at("back").focus();
  }

  async #hint() {
    const { turn } = this;
    this.#say("Looking for a hint…");
    const { report } = await this.adviser.search(this.place, HINTER);
    if (turn !== this.turn || report.bestMove === null) return;
    this.#show({ hint: report.bestMove });
    this.#say(`Hint: ${report.bestMove}: ${worth(report)} (${report.meaning}).`);
  }

  #say(text) { at("status").textContent = text; }

  /** What the status line says of the position. */
  #situation() {
    const { seen, you } = this;
    const side = SIDES[seen.side];
    if (this.#isReview) {
      const led = this.count === 0 ? "The start" : `Move ${this.count} of ${this.moves.length}, ${SIDES[1 - seen.side]} ${this.moves[this.count - 1]}${this.analysis.words(this.count)}`;
      return `${led}. ${side} to move: ${this.moves[this.count]} was played.`;
    }
    if (seen.outcome !== null) {
      const winner = seen.outcome === 0 ? null : SIDES[seen.outcome > 0 ? seen.side : 1 - seen.side];
      const by = Math.abs(seen.outcome);
      const who = winner && (you === winner.toLowerCase() ? "You win" : you === "both" || you === "none" ? `${winner} wins` : "The engine wins");
      return winner ? `The game is over. ${who} by ${by} disc${by === 1 ? "" : "s"}.` : "The game is over: a draw.";
    }
    if (!this.#isPerson()) return `${side} thinks…`;
    if (seen.moves[0] === "pass") return `${side} has no move and passes.`;
    const passed = this.moves.at(-1) === "pass" ? `${SIDES[1 - seen.side]} had to pass. ` : "";
    return `${passed}${you === "both" ? `${side} to move.` : "Your move."}`;
  }

  #show({ hint = null } = {}) {
    const { seen } = this;
    if (!seen || this.setUp.isOpen) return;
    const isPerson = seen.outcome === null && this.#isPerson();
    const legal = isPerson ? seen.moves.filter((mv) => mv !== "pass") : [];
    this.board.show(seen, { legal, hint: hint ?? (this.#isReview ? this.analysis.best(this.count) : null) });
    const count = (disc) => String(seen.squares.split(disc).length - 1);
    at("black-discs").textContent = count("X");
    at("white-discs").textContent = count("O");
    const names = { level: `strong, level ${this.strength}` };
    const opponent = names[this.kind] ?? `${this.kind.replace("chip-", "")}, depth ${this.strength}`;
    const title = (side) => this.names[SIDES.indexOf(side)] || (this.you === "both" ? side : this.you === side.toLowerCase() ? "You" : opponent);
    at("black-name").textContent = title("Black");
    at("white-name").textContent = title("White");
    for (const [side, id] of [[0, "black-name"], [1, "white-name"]]) {
      at(id).parentElement.classList.toggle("now", seen.outcome === null && seen.side === side);
    }
    this.review.show(this.moves, this.count, this.analysis.losses);
    at("game-text").value = this.moves.join("");
    at("back").disabled = this.count === 0;
    at("hint").disabled = !isPerson || legal.length === 0;
    at("analyse").disabled = this.moves.length === 0;
    this.#say(this.#situation());
    this.share();
    if (at("values").checked && legal.length > 0 && hint === null) this.#value(legal);
  }

  /** Values every move by a search of the position after it. */
  async #value(legal) {
    const { turn, seen } = this;
    const values = new Map();
    let best = null;
    for (const mv of legal) {
      let worthHere;
      const place = this.#after([...seen.line, mv]);
      const after = await this.adviser.look(place);
      if (after.outcome === null) {
        const { report } = await this.adviser.search(place, ADVISER);
        worthHere = -report.centidiscs / 100;
      } else {
        worthHere = -after.outcome;
      }
      if (turn !== this.turn || !at("values").checked) return;
      values.set(mv, worthHere);
      best = best === null || worthHere > values.get(best) ? mv : best;
      const texts = new Map([...values].map(([mv, discs]) => [mv, `${discs > 0 ? "+" : discs < 0 ? "−" : ""}${Math.abs(discs).toFixed(1)}`]));
      this.board.show(seen, { legal, values: texts, best });
    }
  }
}
