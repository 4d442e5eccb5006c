// The analysis of a finished or unfinished game: what each move was worth.
import { Engine, Stopped } from "./engine.js";
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

  constructor(moves) {
    this.moves = moves;
    at("analyse").onclick = () => this.#analyse();
  }

  stop() {
    this.#run += 1;
    this.#engine.reset();
    at("analyse-status").textContent = "";
  }

  clear() {
    this.stop();
    at("analysis").hidden = true;
  }

  async #analyse() {
    this.stop();
    const run = this.#run;
    const moves = this.moves();
    // What each position is worth to Black, and the best move there.
    const worths = [];
    try {
      for (let count = 0; count <= moves.length; count++) {
        const place = { game: "othello", moves: moves.slice(0, count).join("") };
        const seen = await this.#engine.look(place);
        const black = seen.side === 0 ? 1 : -1;
        if (seen.outcome !== null) {
          worths.push({ side: seen.side, black: black * seen.outcome, best: null });
        } else {
          const { report } = await this.#engine.search(place, ADVISER);
          worths.push({ side: seen.side, black: black * report.centidiscs / 100, best: report.bestMove });
        }
        if (run !== this.#run) return;
        at("analyse-status").textContent = `Position ${count} of ${moves.length}`;
      }
    } catch (error) {
      if (error instanceof Stopped) return;
      at("analyse-status").textContent = error.message;
      return;
    }
    this.#show(moves, worths);
  }

  #show(moves, worths) {
    const lost = [0, 0];
    const signed = (number) => (number > 0 ? "+" : number < 0 ? "−" : "") + Math.abs(number).toFixed(1);
    const rows = moves.map((mv, place) => {
      const { side, best } = worths[place];
      const sign = side === 0 ? 1 : -1;
      const loss = mv === best ? 0 : Math.max(0, sign * (worths[place].black - worths[place + 1].black));
      lost[side] += loss;
      const word = loss >= BLUNDER ? "blunder" : loss >= DOUBTFUL ? "doubtful" : "";
      return make("tr", { class: word === "blunder" ? "bad" : word },
        make("td", { class: "number" }, String(place + 1)), make("td", {}, side === 0 ? "Black" : "White"), make("td", {}, mv),
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
    at("analyse-status").textContent = "Done: the table below has every move.";
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
