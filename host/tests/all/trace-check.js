"use strict";
// Drives the page of a trace by its keys, and leaves what it saw in the document, for a browser that prints it (--dump-dom).
(function () {
  const seen = { problems: [], panes: [], exercises: {} };
  const problem = function (text) { seen.problems.push(text); };
  window.addEventListener("error", function (event) { problem("error: " + event.message); }, true);
  window.addEventListener("unhandledrejection", function (event) { problem("rejection: " + event.reason); });
  document.addEventListener("securitypolicyviolation", function (event) { problem("refused: " + event.blockedURI + " " + event.violatedDirective); });
  for (const name of ["error", "warn", "log", "info"]) {
    console[name] = function () { problem(name + ": " + Array.from(arguments).join(" ")); };
  }

  const all = function (selector) { return Array.from(document.querySelectorAll(selector)); };
  const press = function (key, target) {
    (target || document.body).dispatchEvent(new KeyboardEvent("keydown", { key: key, bubbles: true, cancelable: true }));
  };
  const step = function () { return Number(document.getElementById("step").value); };
  const last = function () { return Number(document.getElementById("step").max); };
  const drawn = function () { return all(".tree-canvas").map(function (svg) { return svg.innerHTML; }).join("|"); };
  const places = function () {
    return all(".tree-canvas .node").map(function (node) { return node.getAttribute("transform"); }).join(" ");
  };

  // Forward to the end, one key at a time, and back again.
  function steps() {
    press("Home");
    const stop = Math.min(last(), 400);
    const forward = [drawn()];
    const standing = places();
    for (let at = 1; at <= stop; at += 1) {
      press("ArrowRight");
      if (step() !== at) { problem("step " + step() + " instead of " + at); }
      all(".pane").forEach(function (pane) {
        if (pane.querySelectorAll(".ring").length > 1) { problem("two current nodes at " + at); }
        pane.querySelectorAll(".note.window").forEach(function (note) {
          if (!/^α .+ β .|^[αβ] [^αβ]+$/.test(note.textContent)) { problem("a window without names: " + note.textContent); }
          if (parseFloat(getComputedStyle(note).fontSize) < 11) { problem("a window too small to read at " + at); }
        });
        if (pane.querySelector(".sentence").textContent.length < 5) { problem("no sentence at " + at); }
      });
      if (!window.isLarge && places() !== standing) { problem("nodes move at " + at); }
      forward.push(drawn());
    }
    for (let at = stop - 1; at >= 0; at -= 1) {
      press("ArrowLeft");
      if (drawn() !== forward[at]) { problem("back to " + at + " looks different"); break; }
    }
    press("End");
    if (step() !== last()) { problem("End does not lead to the end"); }
    press("Home");
    press("n");
    seen.afterJump = all(".sentence").map(function (p) { return p.textContent; });
    press("End");
    seen.steps = last();
    seen.panes = all(".pane").map(function (pane) {
      const counters = {};
      pane.querySelectorAll(".counters div").forEach(function (div) {
        counters[div.querySelector("dt").textContent] = div.querySelector("dd").textContent;
      });
      return { name: pane.querySelector("h2").textContent, counters: counters, nodes: pane.querySelectorAll(".node").length,
        crosses: pane.querySelectorAll(".cross").length, words: pane.querySelector(".sentence").textContent };
    });
    crossed();
    seen.files = all("svg.tree-canvas").length;
  }

  // No edge goes through the words under a node.
  function crossed() {
    all(".tree-canvas").forEach(function (svg) {
      const boxes = Array.from(svg.querySelectorAll(".note.window")).map(function (note) { return note.getBoundingClientRect(); });
      const within = svg.getScreenCTM();
      svg.querySelectorAll("line.edge").forEach(function (line) {
        if (line.closest(".node")) { return; }
        const end = function (name) { return new DOMPoint(line[name[0]].baseVal.value, line[name[1]].baseVal.value).matrixTransform(within); };
        const [from, to] = [end(["x1", "y1"]), end(["x2", "y2"])];
        for (let part = 0; part <= 1; part += 0.02) {
          const [x, y] = [from.x + part * (to.x - from.x), from.y + part * (to.y - from.y)];
          const hit = boxes.find(function (box) { return x > box.left && x < box.right && y > box.top && y < box.bottom - 1; });
          if (hit) { problem("an edge crosses a window at " + x + " " + y); return; }
        }
      });
    });
  }

  // Before the first step the root is in sight; keys make the drawing larger and smaller, and fit it.
  function sizes() {
    press("Home");
    const width = function (box) { return box.querySelector("svg").getBoundingClientRect().width; };
    all(".tree-box").forEach(function (box) {
      const inside = function (name) {
        const outer = box.getBoundingClientRect();
        const inner = box.querySelector("[data-node='0'] .hit").getBoundingClientRect();
        if (inner.left < outer.left || inner.right > outer.right || inner.top < outer.top || inner.bottom > outer.bottom) {
          problem("the root is out of sight: " + name);
        }
      };
      inside("at first");
      const svg = box.querySelector("svg");
      const natural = Number(svg.getAttribute("viewBox").split(" ")[2]);
      if (width(box) < 0.69 * natural || width(box) > natural + 1) { problem("the scale at first is " + width(box) / natural); }
      if (width(box) > box.clientWidth && width(box) > 0.71 * natural) { problem("it could be smaller, and fit"); }
      const before = width(box);
      press("+", box);
      if (width(box) <= before) { problem("+ makes nothing larger"); }
      press("-", box);
      press("-", box);
      if (width(box) >= before) { problem("- makes nothing smaller"); }
      press("+", box);
      press("+", box);
      press("+", box);
      press("+", box);
      press("+", box);
      const left = box.scrollLeft;
      press(".", box);
      if (box.scrollWidth > box.clientWidth + left + 50 && box.scrollLeft <= left) { problem("the full stop moves nothing"); }
      press("0", box);
      if (box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight) { problem("0 does not fit the tree"); }
      inside("fitted");
      const buttons = box.previousElementSibling.querySelectorAll("button");
      const fitted = width(box);
      buttons[2].click();
      if (width(box) <= fitted) { problem("the button makes nothing larger"); }
      buttons[0].click();
      if (width(box) !== fitted) { problem("the button does not fit the tree"); }
    });
  }

  // Answers all questions of a kind by `answer(number)`. Returns the numbers asked and right, and the solutions.
  function exercise(kind, answer) {
    document.querySelector("[data-exercise=" + kind + "]").click();
    const solutions = [];
    for (let number = 0; number < 200; number += 1) {
      const question = document.getElementById("question").textContent;
      if (question.startsWith("That was") || question.startsWith("This search has")) { break; }
      answer(number, question);
      solutions.push(document.getElementById("question").textContent);
      const next = document.querySelector("#answers button");
      if (document.activeElement !== next) { problem("the next question is not in focus"); }
      next.click();
    }
    const score = /([0-9]+) of ([0-9]+)/.exec(document.getElementById("score").textContent) || [0, 0, 0];
    document.querySelector("[data-exercise=stop]").click();
    return { right: Number(score[1]), asked: solutions.length, solutions: solutions };
  }

  // Types a value.
  function type(value) {
    const field = document.querySelector("#answers input");
    field.value = value;
    press("Enter", field);
  }

  // An exercise on all searches in turn, and one of all kinds: the score can be handed in.
  function together(searches) {
    document.getElementById("which").value = "all";
    const names = all(".pane h2").map(function (title) { return title.firstChild.textContent; });
    const asked = new Set();
    const cut = exercise("cut", function (number, question) {
      asked.add(names.find(function (name) { return question.startsWith(name + ": "); }));
      press("c");
    });
    const sum = function (name) { return searches.reduce(function (all, one) { return all + one[name]; }, 0); };
    if (cut.asked !== Math.min(200, sum("cut")) || cut.asked < 200 && cut.right !== sum("cuts")) { problem("all in turn: " + cut.right + " of " + cut.asked); }
    if (asked.has(undefined) || asked.size !== searches.filter(function (one) { return one.cut > 0; }).length) { problem("not all are asked: " + Array.from(asked)); }
    seen.records = handed();
    if (seen.records.length !== cut.asked + 2) { problem(seen.records.length + " lines of " + cut.asked + " questions"); }
    if (seen.records[0].indexOf("; " + cut.right + " of " + cut.asked + " right") < 0) { problem("the score is " + seen.records[0]); }
  }

  // The lines of the file that is handed in.
  function handed() {
    let file = "";
    const real = HTMLAnchorElement.prototype.click;
    HTMLAnchorElement.prototype.click = function () { file = decodeURIComponent(this.href.split(",")[1]); };
    document.getElementById("hand-in").click();
    HTMLAnchorElement.prototype.click = real;
    return file.trimEnd().split("\n");
  }

  // Questions of all kinds.
  function mixed() {
    const kinds = new Set();
    exercise("mixed", function () {
      if (document.querySelector("#answers input")) {
        kinds.add("value");
        type("1");
      } else if (document.querySelector("[data-cuts]")) {
        kinds.add("cut");
        press("g");
      } else {
        kinds.add("leaf");
        press("Enter", document.querySelector(".exercising .asked .hit"));
      }
    });
    return kinds.size;
  }

  // All exercises on one of the searches.
  function exercises(index) {
    document.getElementById("which").value = index;
    const cut = exercise("cut", function () { press("c"); });
    const go = exercise("cut", function () { press("g"); });
    if (cut.asked !== go.asked || cut.asked > 0 && cut.right + go.right !== cut.asked) {
      problem("cut: " + cut.right + " and " + go.right + " of " + cut.asked);
    }
    const pane = all(".pane")[index];
    const choose = function (name) {
      const node = Array.from(pane.querySelectorAll(".hit")).find(function (one) {
        return one.getAttribute("aria-label").startsWith(name + ", ");
      });
      if (node) { press("Enter", node); } else { problem("no node " + name); }
    };
    // Wrong first, to learn the solutions.
    const wrong = exercise("leaf", function () { choose("the root"); });
    const names = wrong.solutions.map(function (text) { return text.replace(/^.*It is /, "").replace(/\.$/, ""); });
    const right = exercise("leaf", function (number) { choose(names[number]); });
    if (wrong.right !== 0 && wrong.asked > 0 || right.right !== right.asked || right.asked !== wrong.asked) {
      problem("leaf: " + wrong.right + " and " + right.right + " of " + right.asked + " " + names.join());
    }
    const guessed = exercise("value", function () { type("123456"); });
    const values = guessed.solutions.map(function (text) { return / is (\S+): M/.exec(text)[1].replace("−", "-"); });
    const typed = exercise("value", function (number) { type(values[number]); });
    if (guessed.right !== 0 || typed.right !== typed.asked || typed.asked !== guessed.asked) {
      problem("value: " + guessed.right + " and " + typed.right + " of " + typed.asked + " " + values.join());
    }
    if (typed.asked > 0 && document.getElementById("copy").hidden) { problem("the score cannot be copied"); }
    return { values: values.length, cuts: cut.right, cut: cut.asked, leaf: right.asked };
  }

  function look() {
    window.isLarge = all(".tree-canvas .node").length > 0 && document.body.dataset.large === "true";
    seen.title = document.title;
    seen.requests = performance.getEntriesByType("resource").map(function (entry) { return entry.name; });
    sizes();
    steps();
    const searches = all(".pane").map(function (pane, index) { return exercises(index); });
    const choices = searches.length + (searches.length > 1 ? 1 : 0);
    if (all("#which option").length !== choices) { problem("not every search can be chosen"); }
    if (searches.length > 1) { together(searches); }
    searches[0].mixed = mixed();
    seen.exercises = searches[0];
    const root = document.documentElement;
    seen.width = window.innerWidth;
    seen.wide = root.scrollWidth - root.clientWidth;
    const unnamed = all("button, input, select, .hit").filter(function (one) {
      return one.tabIndex < 0 || !(one.getAttribute("aria-label") || one.textContent.trim() || one.closest("label"));
    });
    if (unnamed.length > 0) { problem("no keyboard or name: " + unnamed[0].outerHTML.slice(0, 100)); }
    seen.ground = getComputedStyle(document.body).backgroundColor;
    document.querySelector("button.theme").click();
    seen.otherGround = getComputedStyle(document.body).backgroundColor;
    document.querySelector("button.theme").click();
    seen.markup = all("main b, main img, main script").length;
  }

  window.addEventListener("load", function () {
    try { look(); } catch (error) { problem("the check fails: " + error + " " + error.stack); }
    const out = document.createElement("pre");
    out.id = "seen";
    out.textContent = JSON.stringify(seen).replace(/[<>&]/g, function (c) { return "\\u00" + c.charCodeAt(0).toString(16); });
    document.body.appendChild(out);
  });
})();
