// The messages between a page and the module: module/src/message.rs. What a page asks is in postcard's encoding: integers are
// varints, a text begins with its length, an enum with the number of its variant. Answers are JSON.

class Writer {
  bytes = [];
  number(value) {
    for (let rest = BigInt(value); ; rest >>= 7n) {
      if (rest < 128n) {
        this.bytes.push(Number(rest));
        return this;
      }
      this.bytes.push(Number(rest & 127n) | 128);
    }
  }
  text(text) { return this.data(new TextEncoder().encode(text)); }
  data(bytes) {
    this.number(bytes.length);
    for (const byte of bytes) this.bytes.push(byte);
    return this;
  }
  place({ game, from = "", moves = "" }) {
    return this.text(game).text(from).text(moves);
  }
}

/** What a page can ask, as bytes. */
export const ask = {
  identity: () => new Writer().number(0).bytes,
  look: (place) => new Writer().number(1).place(place).bytes,
  start: (place, engine) => new Writer().number(2).place(place).text(engine).bytes,
  step: (nodes) => new Writer().number(3).number(nodes).bytes,
  stop: () => new Writer().number(4).bytes,
  perft: (place, depth) => new Writer().number(5).place(place).number(depth).bytes,
  trace: (place, engine) => new Writer().number(6).place(place).text(engine).bytes,
  events: () => new Writer().number(7).bytes,
  games: (bytes, name) => new Writer().number(8).data(bytes).text(name).bytes,
};

/** What cannot be done, in the module's words. */
export class Refused extends Error {}

/** Reads an answer. Throws `Refused` if the module refused. */
export function answer(bytes) {
  const [[kind, content]] = Object.entries(JSON.parse(new TextDecoder().decode(bytes)));
  if (kind === "refused") throw new Refused(content);
  return content;
}

/** An instance of the module: gives answers to messages. */
export class Module {
  constructor(instance) {
    this.exports = instance.exports;
  }
  ask(bytes) {
    const at = this.exports.plyscope_input(bytes.length);
    new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
    const length = this.exports.plyscope_answer();
    // The memory may have grown, which makes earlier views void.
    return answer(new Uint8Array(this.exports.memory.buffer, this.exports.plyscope_output(), length));
  }
}
