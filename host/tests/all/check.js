"use strict";
// Looks at the page from inside, and leaves what it saw in the document, for a browser that prints it (--dump-dom).
(function () {
  const seen = { problems: [] };
  const problem = function (text) { seen.problems.push(text); };
  window.addEventListener("error", function (event) {
    problem("error: " + (event.message || "cannot load " + event.target.outerHTML.slice(0, 100)));
  }, true);
  window.addEventListener("unhandledrejection", function (event) { problem("rejection: " + event.reason); });
  document.addEventListener("securitypolicyviolation", function (event) { problem("refused: " + event.blockedURI); });
  for (const name of ["error", "warn"]) {
    console[name] = function () { problem(name + ": " + Array.from(arguments).join(" ")); };
  }

  function key(cell) {
    return cell.hasAttribute("data-sort") ? Number(cell.getAttribute("data-sort")) : cell.textContent.trim();
  }

  // Whether a column goes up or down: numbers first, empty cells last.
  function isSorted(table, column, direction) {
    const keys = Array.from(table.tBodies[0].rows, function (row) { return key(row.cells[column]); });
    const filled = keys.filter(function (k) { return k !== ""; });
    if (keys.slice(0, filled.length).includes("")) { return false; }
    const numbers = filled.filter(function (k) { return typeof k === "number"; });
    const words = filled.filter(function (k) { return typeof k === "string"; });
    if (filled.slice(0, numbers.length).some(function (k) { return typeof k !== "number"; })) { return false; }
    const ordered = function (list, compare) {
      return list.every(function (k, i) { return i === 0 || direction * compare(list[i - 1], k) <= 0; });
    };
    return ordered(numbers, function (a, b) { return a - b; }) &&
      ordered(words, function (a, b) { return a.localeCompare(b, "en", { numeric: true }); });
  }

  function lines(table) {
    return Array.from(table.tBodies[0].rows, function (row) { return row.textContent; }).sort().join("\n");
  }

  // Sorts every column of every table, up and down.
  function sortAll() {
    let columns = 0;
    let moved = 0;
    document.querySelectorAll("table.sortable").forEach(function (table) {
      const name = table.caption.textContent;
      const before = lines(table);
      Array.from(table.tHead.rows[0].cells).forEach(function (heading, column) {
        const button = heading.querySelector("button");
        button.focus();
        if (document.activeElement !== button) { problem("no keyboard reaches the headings of " + name); }
        const first = table.tBodies[0].textContent;
        for (const [direction, word] of [[1, "ascending"], [-1, "descending"]]) {
          button.click();
          if (heading.getAttribute("aria-sort") !== word || !isSorted(table, column, direction)) {
            problem(name + ", column " + column + ": not " + word);
          }
          if (table.querySelectorAll("[aria-sort]").length !== 1) { problem(name + ": sorted by two columns"); }
          if (table.tBodies[0].textContent !== first) { moved += 1; }
        }
        columns += 1;
      });
      if (lines(table) !== before) { problem("sorting changes what is in " + name); }
    });
    return { columns: columns, moved: moved };
  }

  function look() {
    const root = document.documentElement;
    seen.width = window.innerWidth;
    seen.wide = root.scrollWidth - root.clientWidth;
    seen.requests = performance.getEntriesByType("resource").map(function (entry) { return entry.name; });
    seen.figures = Array.from(document.querySelectorAll("figure svg"), function (svg) {
      const outside = svg.getBoundingClientRect();
      const inside = svg.getBBox();
      const box = svg.closest("figure").getBoundingClientRect();
      return {
        label: svg.getAttribute("aria-label"), visible: svg.checkVisibility(),
        width: outside.width, height: outside.height, drawn: Math.min(inside.width, inside.height),
        box: box.right,
      };
    });
    seen.ground = getComputedStyle(document.body).backgroundColor;
    seen.contents = document.querySelectorAll("nav li").length;
    document.querySelectorAll("a[href^='#']").forEach(function (link) {
      if (!document.getElementById(link.hash.slice(1))) { problem("no place " + link.hash); }
    });
    const ids = Array.from(document.querySelectorAll("[id]"), function (element) { return element.id; });
    if (new Set(ids).size !== ids.length) { problem("an id stands twice"); }
    seen.sorted = sortAll();
    document.querySelector("button.theme").click();
    seen.otherGround = getComputedStyle(document.body).backgroundColor;
  }

  window.addEventListener("load", function () {
    try { look(); } catch (error) { problem("the check fails: " + error); }
    const out = document.createElement("pre");
    out.id = "seen";
    out.textContent = JSON.stringify(seen).replace(/[<>&]/g, function (c) {
      return "\\u00" + c.charCodeAt(0).toString(16);
    });
    document.body.appendChild(out);
  });
})();
