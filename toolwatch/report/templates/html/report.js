"use strict";
(function () {
  const root = document.documentElement;
  const themes = ["auto", "light", "dark"];
  const toggle = document.getElementById("theme");
  toggle.hidden = false;
  toggle.addEventListener("click", function () {
    const next = themes[(themes.indexOf(root.dataset.theme || "auto") + 1) % themes.length];
    if (next === "auto") { delete root.dataset.theme; } else { root.dataset.theme = next; }
    toggle.textContent = "Colours: " + next;
  });

  for (const form of document.querySelectorAll("form.filter")) {
    const entries = Array.from(document.querySelectorAll("#" + form.dataset.list + " > .row")).map(function (element) {
      return { element: element, text: element.textContent.toLowerCase(), kind: element.dataset.kind };
    });
    const search = form.querySelector("input[type=search]");
    const boxes = Array.from(form.querySelectorAll("input[type=checkbox]"));
    const said = form.querySelector("output");
    let waiting = 0;
    const apply = function () {
      waiting = 0;
      const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
      const kinds = new Set(boxes.filter(function (box) { return box.checked; }).map(function (box) { return box.value; }));
      let shown = 0;
      for (const entry of entries) {
        const fits = kinds.has(entry.kind) && words.every(function (word) { return entry.text.includes(word); });
        if (entry.element.hidden === fits) { entry.element.hidden = !fits; }
        shown += fits ? 1 : 0;
      }
      said.textContent = shown + " of " + entries.length + " shown";
    };
    const soon = function () { if (!waiting) { waiting = requestAnimationFrame(apply); } };
    form.hidden = false;
    form.addEventListener("input", soon);
    form.addEventListener("submit", function (event) { event.preventDefault(); });
    form.addEventListener("keydown", function (event) {
      if (event.key === "Escape" && search.value) { search.value = ""; soon(); event.preventDefault(); }
    });
    apply();
  }

  document.addEventListener("keydown", function (event) {
    const busy = event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey;
    const first = document.querySelector("form.filter input[type=search]");
    if (event.key === "/" && !busy && first) { first.focus(); event.preventDefault(); }
  });

  window.addEventListener("beforeprint", function () {
    for (const fold of document.querySelectorAll("details:not([open])")) { fold.open = true; fold.dataset.folded = ""; }
  });
  window.addEventListener("afterprint", function () {
    for (const fold of document.querySelectorAll("details[data-folded]")) { fold.open = false; delete fold.dataset.folded; }
  });
})();
