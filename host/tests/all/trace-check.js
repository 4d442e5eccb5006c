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
    seen.files = all("svg.tree-canvas").length;
  }

  // Answers all questions of a kind by `answer(number)`. Returns the numbers asked and right, and the solutions.
  function exercise(kind, answer) {
    document.querySelector("[data-exercise=" + kind + "]").click();
    const solutions = [];
    for (let number = 0; number < 200; number += 1) {
      const question = document.getElementById("question").textContent;
      if (question.startsWith("That was") || question.startsWith("This search has")) { break; }
      answer(number);
      solutions.push(document.getElementById("question").textContent);
      const next = document.querySelector("#answers button");
      if (document.activeElement !== next) { problem("the next question is not in focus"); }
      next.click();
    }
    const score = /([0-9]+) of ([0-9]+)/.exec(document.getElementById("score").textContent) || [0, 0, 0];
    document.querySelector("[data-exercise=stop]").click();
    return { right: Number(score[1]), asked: solutions.length, solutions: solutions };
  }

  function exercises() {
    const cut = exercise("cut", function () { press("c"); });
    const go = exercise("cut", function () { press("g"); });
    if (cut.asked !== go.asked || cut.asked > 0 && cut.right + go.right !== cut.asked) {
      problem("cut: " + cut.right + " and " + go.right + " of " + cut.asked);
    }
    const pane = document.querySelector(".pane");
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
    seen.exercises = { cuts: cut.right, cut: cut.asked, leaf: right.asked };
  }

  function look() {
    window.isLarge = all(".tree-canvas .node").length > 0 && document.body.dataset.large === "true";
    seen.title = document.title;
    seen.requests = performance.getEntriesByType("resource").map(function (entry) { return entry.name; });
    steps();
    exercises();
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
