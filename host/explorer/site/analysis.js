// The analysis of a finished or unfinished game: what each move was worth.
import { Engine, Stopped } from "./engine.js";
import { lossText } from "./review.js";
import { at, draw, make } from "./words.js";

// From 12 empty squares on, this level finds exact scores at once. Others first prove who wins, which is a bound and no value.
const LEVEL = 11;
export const ADVISER = `algorithm=strong,level=${LEVEL},evaluation=patterns-small,table=1MiB`;

/** From so many discs on, a lost move is called a blunder or doubtful. */
const BLUNDER = 6;
const DOUBTFUL = 3;
/** A better move is named from so many discs on: less is within the error of a search of this depth. */
const WORTH_TELLING = 0.5;

export class Analysis {
  #engine = new Engine();
  #run = 0;
  // What was analysed: the start, the moves, and of each move what it lost and the best one.
  #from = "";
  #moves = [];
  #found = [];

  /** `game` gives the start and the moves; `told` is called when they are analysed. */
  constructor(game, review, told) {
    this.game = game;
    this.review = review;
    this.told = told;
    at("analyse").onclick = () => this.#analyse();
  }

  /** What each move of the game lost. */
  get losses() { return this.#found.map(({ loss }) => loss); }

  /** The best move at the position after so many moves, if it is known. */
  best(count) { return this.#found[count]?.best ?? null; }

  /** What is known of the move that led to a position, in words. */
  words(count) {
    const found = this.#found[count - 1];
    if (!found || lossText(found.loss) === "") return "";
    const better = found.loss >= WORTH_TELLING && found.best ? `; better ${found.best}` : "";
    return `: ${found.loss.toFixed(1)} discs lost${better}`;
  }

  stop() {
    this.#run += 1;
    this.#engine.reset();
    at("analyse-status").textContent = "";
  }

  /** Forgets what it knows, unless the game goes on from there. */
  follow({ from, moves }) {
    if (from === this.#from && this.#moves.every((mv, ply) => mv === moves[ply])) return;
    this.stop();
    this.#moves = [];
    this.#found = [];
    at("analysis").hidden = true;
  }

  async #analyse() {
    this.stop();
    const run = this.#run;
    const { from, moves } = this.game();
    [this.#from, this.#moves, this.#found] = [from, [...moves], []];
    // What each position is worth to Black, and what it would be after the best move.
    const worths = [];
    const after = (count, ...mv) => ({ game: "othello", from, moves: [...moves.slice(0, count), ...mv].join("") });
    try {
      for (let count = 0; count <= moves.length; count++) {
        const here = await this.#worth(after(count));
        // Searches that begin a move apart differ in depth: a move is compared with the best one after each of them.
        const isOther = here.best !== null && count < moves.length && here.best !== moves[count];
        worths.push({ ...here, most: isOther ? (await this.#worth(after(count, here.best))).black : null });
        if (run !== this.#run) return;
        at("analyse-status").textContent = `Position ${count} of ${moves.length}`;
      }
    } catch (error) {
      if (error instanceof Stopped) return;
      at("analyse-status").textContent = error.message;
      return;
    }
    this.#show(this.#moves, worths);
    this.told();
  }

  /** What a position is worth to Black, in discs, who moves there, and the best move. */
  async #worth(place) {
    const { side, outcome } = await this.#engine.look(place);
    const sign = side === 0 ? 1 : -1;
    if (outcome !== null) return { side, black: sign * outcome, best: null };
    const { report } = await this.#engine.search(place, ADVISER);
    return { side, black: sign * Math.max(-64, Math.min(64, report.centidiscs / 100)), best: report.bestMove };
  }

  #show(moves, worths) {
    const lost = [0, 0];
    const signed = (number) => (number > 0 ? "+" : number < 0 ? "−" : "") + Math.abs(number).toFixed(1);
    const rows = moves.map((mv, place) => {
      const { side, best, most } = worths[place];
      const sign = side === 0 ? 1 : -1;
      const loss = most === null ? 0 : Math.max(0, sign * (most - worths[place + 1].black));
      lost[side] += loss;
      this.#found.push({ loss, best });
      const word = loss >= BLUNDER ? "blunder" : loss >= DOUBTFUL ? "doubtful" : "";
      return make("tr", { class: word === "blunder" ? "bad" : word },
        make("td", { class: "number" }, String(place + 1)), make("td", {}, side === 0 ? "Black" : "White"), make("td", {}, this.review.button(place + 1, mv)),
        make("td", { class: "number" }, signed(worths[place + 1].black)), make("td", { class: "number" }, loss > 0 ? loss.toFixed(1) : ""),
        make("td", {}, loss >= WORTH_TELLING ? best ?? "" : ""), make("td", {}, word));
    });
    const heading = (text, isNumber) => make("th", { scope: "col", class: isNumber ? "number" : null }, text);
    const table = make("table", {},
      make("caption", {}, `Black lost ${lost[0].toFixed(1)} discs, White ${lost[1].toFixed(1)}, as the strong player of level ${LEVEL} sees it.`),
      make("thead", {}, make("tr", {}, heading("move", true), heading("side"), heading("played"), heading("for Black", true), heading("lost", true), heading("better"), heading("")  )),
      make("tbody", {}, ...rows));
    table.querySelector("th:last-child").append(make("span", { class: "hidden" }, "remark"));
    at("analysis").replaceChildren(graph(worths.map((position) => position.black)), table);
    at("analysis").hidden = false;
    at("analyse-status").textContent = "Done: choose a line below to see its position.";
  }
}

/** Black's advantage over the game. */
function graph(values) {
  const [width, height] = [600, 120];
  const most = Math.max(8, ...values.map(Math.abs));
  const x = (place) => (width * place) / Math.max(1, values.length - 1);
  const y = (value) => height / 2 - (value / most) * (height / 2 - 4);
  const points = values.map((value, place) => `${x(place).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
  return make("figure", { class: "chart" },
    draw("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `Black's advantage move by move, from ${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)} discs` },
      draw("line", { class: "axis", x1: 0, x2: width, y1: height / 2, y2: height / 2 }), draw("polyline", { class: "l0", points })),
    make("figcaption", {}, "Black's advantage in discs, move by move; above the line Black is ahead."));
}
