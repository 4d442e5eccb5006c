// What values, windows and events are called. All values are for MAX; `null` in a window is infinite.

/** Values from here on are those of won games. */
const WON = 99000000;

/** Best-first minimax has only this value for won games of Othello; a draw is next to a loss. */
const DECIDED = 2147483646;

/** A value: of a won game, by how much, if the search distinguishes that. */
export function number(value) {
  if (value === null || value === undefined) { return "–"; }
  if (Math.abs(value) >= DECIDED - 1) { return Math.abs(value) < DECIDED ? "draw" : value > 0 ? "win" : "loss"; }
  if (value >= WON) { return "W+" + (value - 100000000); }
  if (value <= -WON) { return "L" + (value + 100000000); }
  return String(value).replace("-", "−");
}

/** A window or a range, such as `−∞ to 4`. */
export function interval(ends) {
  if (!ends) { return "–"; }
  return (ends[0] === null ? "−∞" : number(ends[0])) + " to " + (ends[1] === null ? "∞" : number(ends[1]));
}

/** Why a node was cut or left, in words. `isMax`: whether MAX moves there. */
export function reason(event, isMax) {
  const bound = event.window[isMax ? 1 : 0];
  const name = isMax ? "β" : "α";
  switch (event.reason) {
    case "window": {
      const beyond = bound !== null && (isMax ? event.value >= bound : event.value <= bound);
      if (beyond && event.best_first !== true) {
        return "its value is at " + (isMax ? "least " : "most ") + number(event.value) + ", and " + (isMax ? "MIN" : "MAX") +
          " has " + name + " = " + number(bound) + " elsewhere";
      }
      return "its value " + number(event.value) + " is outside the window " + interval(event.window) +
        ", so it is off the principal variation";
    }
    case "estimate":
      return (event.by_child ? "from the static value " + number(event.static) + " of a child" :
        "from its static value " + number(event.static)) + ", its value can only be " + interval(event.range) +
        (event.depth === 1 ? " one ply on" : " within " + event.depth + " plies") + ": outside the window " +
        interval(event.window);
    case "selective":
      return "a search of " + event.depth + " plies found " + number(event.value) + ", so its value is likely " +
        interval(event.range) + ": outside the window " + interval(event.window);
    case "table":
      return "the table has the value " + number(event.value) + " (" + event.bound + "): outside the window " +
        interval(event.window);
    default:
      return event.reason;
  }
}

/** An event as a sentence. `name(ply, move)` names the node at a ply, or its child. */
export function sentence(event, name, isMax) {
  const node = function () { return name(event.ply); };
  const child = function () { return name(event.ply, event.move); };
  const valued = event.value === undefined ? "" : ", static value " + number(event.value);
  switch (event.event) {
    case "began": return "A search to depth " + event.depth + " begins in the window " + interval(event.window) + ".";
    case "principal-leaf": return "The principal leaf is " + node() + ".";
    case "expanded": return "Expand " + node() + ": " + event.children + (event.children === 1 ? " child." : " children.");
    case "generated": return "Generate " + child() + valued + ".";
    case "descended": return "Go to " + child() + " with the window " + interval(event.window) + ".";
    case "reduced": return child() + " is searched " + event.plies + " plies less deep.";
    case "probing": return "Look at " + node() + " to depth " + event.depth + ", window " + interval(event.window) + ".";
    case "probed": return "At depth " + event.depth + " " + node() + " is worth " + number(event.value) + ".";
    case "estimated":
      return "Estimate: " + (event.move === undefined ? node() : "with " + child() + ", " + node()) + " is worth " +
        interval(event.range) + ".";
    case "narrowed": return "The estimate narrows the window of " + node() + " to " + interval(event.window) + ".";
    case "learned": return "Learned: edge costs from " + number(event.bounds[0]) + " to " + number(event.bounds[1]) + ".";
    case "backed-up": return node() + " is now worth " + number(event.value) + ", by " + child() + ".";
    case "pruned":
      return (event.best_first && event.reason === "window" ? "Leave " : "Cut ") + node() + ": " + reason(event, isMax(event.ply)) + ".";
    case "returned": return "Back from " + node() + " with " + number(event.value) + ".";
    case "ended":
      return "The search ends: value " + number(event.value) + (event.line.length > 0 ? ", line " + event.line.join(" ") : "") + ".";
    default: return event.event;
  }
}
