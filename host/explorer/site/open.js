// Games from files and from pasted text, in any form that the command reads.
import { at, make } from "./words.js";

/** Games of a file that can be chosen; of more, the first ones. */
const MOST = 2000;

/** The most bytes of a file. */
const LARGEST = 8e6;

const encoder = new TextEncoder();

/** A game in a line: who played, when and where, and how it ended. */
const line = ({ black, white, date, place, result, moves }, number) => [
  `${number + 1}. ${black || "?"} – ${white || "?"}`, result === null ? "" : `${result > 0 ? "+" : ""}${result}`, date, place, moves ? "" : "a position",
].filter(Boolean).join(", ");

/** The box in which files and text are opened. */
export class Opener {
  /** `engine` reads; `take` shows a game; `trouble` says what is wrong. */
  constructor(engine, take, trouble) {
    this.engine = engine;
    this.take = take;
    this.trouble = trouble;
    at("file").onchange = async ({ target }) => {
      const [file] = target.files;
      if (file?.size > LARGEST) this.trouble("The file is larger than 8 MB: give plyscope analyse the whole, or open a part.");
      else if (file) await this.open(new Uint8Array(await file.arrayBuffer()), file.name);
      // The same file can be opened again.
      target.value = "";
    };
    at("games").onchange = ({ target }) => this.take(this.games[Number(target.value)]);
  }

  /** Opens text that was typed or pasted. */
  openText(text) { return this.open(encoder.encode(text), ""); }

  /** Opens a file: its first game, with a choice of the others. */
  async open(bytes, name) {
    try {
      const { games, broken } = await this.engine.games(bytes, name);
      const wrong = broken.length > 0 ? `${games.length > 0 ? "Some of it" : "It"} cannot be read: ${broken[0]}.` : games.length > 0 ? null : "There is no game in it.";
      this.trouble(wrong);
      this.forget();
      if (games.length === 0) return;
      this.games = games.slice(0, MOST);
      at("games").replaceChildren(...this.games.map((game, number) => make("option", { value: number }, line(game, number))));
      at("games").parentElement.hidden = false;
      await this.take(games[0]);
      // A game that is taken wipes the trouble of those before.
      if (wrong !== null) this.trouble(wrong);
      if (games.length > 1) at("games").focus();
    } catch (error) {
      this.trouble(`It cannot be read: ${error.message}.`);
    }
  }

  /** No game of a file is shown any more. */
  forget() {
    this.games = [];
    at("games").parentElement.hidden = true;
  }
}
