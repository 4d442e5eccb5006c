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

  // The statements can be searched and filtered.
  var statements = document.querySelector("table.statements");
  if (statements) {
    var rows = Array.prototype.slice.call(statements.tBodies[0].rows);
    var form = document.createElement("form");
    form.className = "filter";
    form.setAttribute("role", "search");
    form.addEventListener("submit", function (event) { event.preventDefault(); });

    var field = function (name, control) {
      var label = document.createElement("label");
      if (control.type === "checkbox") { label.append(control, name); } else { label.append(name, control); }
      control.addEventListener("input", filter);
      form.append(label);
      return control;
    };
    var choice = function (name, choices) {
      var select = document.createElement("select");
      choices.forEach(function (pair) { select.append(new Option(pair[1], pair[0])); });
      return field(name, select);
    };
    var input = function (name, type) {
      var control = document.createElement("input");
      control.type = type;
      return field(name, control);
    };
    var search = input("Search", "search");
    var whose = choice("Whose", [["", "everybody's"], ["paper", "the papers'"], ["independent", "independent"], ["own", "our own"]]);
    var verdict = choice("Verdict", [["", "any"], ["holds", "holds"], ["differs", "differs"], ["reading", "by our reading"], ["untested", "not testable"]]);
    var differs = input("differs only", "checkbox");
    var count = document.createElement("output");
    form.append(count);
    var texts = rows.map(function (row) { return row.textContent.toLowerCase(); });

    function filter() {
      verdict.disabled = differs.checked;
      var wanted = differs.checked ? "differs" : verdict.value;
      var words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
      var shown = 0;
      rows.forEach(function (row, place) {
        var fits = (!whose.value || row.getAttribute("data-whose") === whose.value) &&
          (!wanted || row.getAttribute("data-verdict") === wanted) &&
          words.every(function (word) { return texts[place].indexOf(word) >= 0; });
        row.hidden = !fits;
        shown += fits ? 1 : 0;
      });
      count.textContent = shown + " of " + rows.length + " statements";
    }
    filter();
    statements.parentNode.before(form);
  }

  // A figure is at most as wide as the screen, until a reader enlarges it.
  document.querySelectorAll("figure").forEach(function (figure) {
    var button = document.createElement("button");
    button.type = "button";
    button.className = "enlarge";
    button.textContent = "Enlarge";
    button.addEventListener("click", function () {
      button.textContent = figure.classList.toggle("large") ? "Fit to the screen" : "Enlarge";
    });
    var drawn = figure.querySelector("svg");
    button.classList.toggle("always", Boolean(drawn) && drawn.viewBox.baseVal.width > 1100);
    figure.querySelector("figcaption").before(button);
  });

  // On paper nothing can be opened.
  window.addEventListener("beforeprint", function () {
    document.querySelectorAll("details").forEach(function (details) { details.open = true; });
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
