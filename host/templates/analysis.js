"use strict";
// Shows the position after a move. Boards are in attributes of the page; without this script the last position is shown.
(function () {
  function setUp(game) {
    var rows = Array.from(game.querySelectorAll(".moves tbody tr"));
    var board = game.querySelector(".board");
    var discs = Array.from(board.querySelectorAll(".disc"));
    var mark = board.querySelector(".mark");
    var place = game.querySelector(".place");
    var now = game.querySelector(".plot .now");
    var at = rows.length;

    function show(step, scrolls) {
      at = Math.max(0, Math.min(rows.length, step));
      var row = at > 0 ? rows[at - 1] : null;
      var squares = row ? row.getAttribute("data-board") : board.getAttribute("data-start");
      discs.forEach(function (disc, i) {
        var name = squares.charAt(i) === "X" ? "black" : squares.charAt(i) === "O" ? "white" : "none";
        disc.setAttribute("class", "disc " + name);
      });
      var move = row ? row.getAttribute("data-move") : "";
      var column = "abcdefgh".indexOf(move.charAt(0));
      var line = "12345678".indexOf(move.charAt(1));
      var isSquare = move.length === 2 && column >= 0 && line >= 0;
      mark.setAttribute("class", isSquare ? "mark" : "mark none");
      mark.setAttribute("cx", column + 0.5);
      mark.setAttribute("cy", line + 0.5);
      place.textContent = row ? "after move " + at + ", " + move : "start";
      now.setAttribute("d", "M" + (at > 0 ? 10 * at - 5 : 0) + " 0V128");
      rows.forEach(function (other) { other.classList.toggle("here", other === row); });
      if (row && scrolls) { row.scrollIntoView({ block: "nearest" }); }
    }

    rows.forEach(function (row, i) { row.addEventListener("click", function () { show(i + 1, false); }); });
    game.querySelectorAll("[data-step]").forEach(function (button) {
      button.addEventListener("click", function () {
        var step = button.getAttribute("data-step");
        show(step === "first" ? 0 : step === "last" ? rows.length : at + Number(step), true);
      });
    });
    game.tabIndex = -1;
    game.addEventListener("keydown", function (event) {
      if (event.key === "ArrowRight") { show(at + 1, true); event.preventDefault(); }
      if (event.key === "ArrowLeft") { show(at - 1, true); event.preventDefault(); }
    });
    game.addEventListener("click", function () { game.focus({ preventScroll: true }); });
    show(at, false);
  }
  document.querySelectorAll(".game").forEach(setUp);
})();
