"use strict";
// Tables are sorted by a button in each heading. Without this script the page is the same, in its first order.
(function () {
  var collator = new Intl.Collator("en", { numeric: true });

  // A cell's number, or its text where it has none.
  function key(row, column) {
    var cell = row.cells[column];
    if (!cell) { return ""; }
    return cell.hasAttribute("data-sort") ? Number(cell.getAttribute("data-sort")) : cell.textContent.trim();
  }

  // Numbers before words; cells with nothing in them stay at the end in both directions.
  function compare(a, b, direction) {
    if (a === "" || b === "") { return (a === "" ? 1 : 0) - (b === "" ? 1 : 0); }
    if (typeof a === "number" && typeof b === "number") { return direction * (a - b); }
    if (typeof a !== typeof b) { return typeof a === "number" ? -1 : 1; }
    return direction * collator.compare(a, b);
  }

  function sort(table, heading, column) {
    var direction = heading.getAttribute("aria-sort") === "ascending" ? -1 : 1;
    var body = table.tBodies[0];
    var rows = Array.prototype.map.call(body.rows, function (row) { return { row: row, key: key(row, column) }; });
    rows.sort(function (a, b) { return compare(a.key, b.key, direction); });
    rows.forEach(function (entry) { body.appendChild(entry.row); });
    Array.prototype.forEach.call(table.tHead.rows[0].cells, function (cell) { cell.removeAttribute("aria-sort"); });
    heading.setAttribute("aria-sort", direction === 1 ? "ascending" : "descending");
  }

  document.querySelectorAll("table.sortable").forEach(function (table) {
    Array.prototype.forEach.call(table.tHead.rows[0].cells, function (heading, column) {
      var button = document.createElement("button");
      button.type = "button";
      button.title = "Sort by this column";
      while (heading.firstChild) { button.appendChild(heading.firstChild); }
      button.addEventListener("click", function () { sort(table, heading, column); });
      heading.appendChild(button);
    });
  });

  // On a narrow screen a long list of contents would hide everything else.
  if (window.matchMedia("(max-width: 40rem)").matches) {
    document.querySelector("nav details").open = false;
  }

  // Light or dark: as the system has it, until a reader chooses.
  var root = document.documentElement;
  var system = window.matchMedia("(prefers-color-scheme: dark)");
  var button = document.createElement("button");
  button.type = "button";
  button.className = "theme";

  function isDark() {
    var chosen = root.getAttribute("data-theme");
    return chosen ? chosen === "dark" : system.matches;
  }
  function label() { button.textContent = isDark() ? "Light colours" : "Dark colours"; }

  // A browser may refuse to store anything for a file.
  try {
    var stored = localStorage.getItem("plyscope-theme");
    if (stored === "light" || stored === "dark") { root.setAttribute("data-theme", stored); }
  } catch (error) { /* then the choice lasts as long as the page */ }
  button.addEventListener("click", function () {
    var theme = isDark() ? "light" : "dark";
    root.setAttribute("data-theme", theme);
    try { localStorage.setItem("plyscope-theme", theme); } catch (error) { /* as above */ }
    label();
  });
  system.addEventListener("change", label);
  label();
  document.querySelector("header").appendChild(button);
})();
