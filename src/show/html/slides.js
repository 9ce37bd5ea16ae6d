// Slide by slide, and on each answer by answer. Without this script all of it stands one below the other.
(function () {
  "use strict";
  var root = document.documentElement;
  var slides = Array.from(document.querySelectorAll(".slide"));
  var steps = slides.map(function (slide) {
    var found = Array.from(slide.querySelectorAll(".answer, .fault"));
    found.forEach(function (step) { step.classList.add("step"); });
    return found;
  });
  var at = 0;
  var seen = 0;

  function button(text, told, act) {
    var made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.setAttribute("aria-label", told);
    made.addEventListener("click", function (event) { event.stopPropagation(); act(); });
    return made;
  }

  var bar = document.createElement("nav");
  bar.className = "steps";
  bar.lang = "en";
  bar.setAttribute("aria-label", "slides");
  var place = document.createElement("output");
  bar.append(button("\u2039", "back", back), place, button("\u203a", "next", next));
  document.body.append(bar);
  root.classList.add("js");

  // As large as the slide can be without being scrolled, within reason.
  function fit(slide) {
    var least = window.innerWidth > 600 ? 0.55 : 1;
    for (var size = 1; size >= least; size -= 0.05) {
      slide.style.setProperty("--fit", size.toFixed(2));
      if (slide.clientHeight >= slide.scrollHeight) { return; }
    }
  }

  function show() {
    slides.forEach(function (slide, index) { slide.classList.toggle("current", index === at); });
    steps[at].forEach(function (step, index) { step.classList.toggle("seen", seen > index); });
    fit(slides[at]);
    place.textContent = (at + 1) + " / " + slides.length;
    history.replaceState(null, "", "#" + (at + 1));
    root.classList.remove("blanked");
  }

  function next() {
    if (steps[at].length > seen) {
      seen += 1;
      show();
      steps[at][seen - 1].scrollIntoView({ block: "nearest" });
    } else if (slides.length > at + 1) {
      go(at + 1, 0);
    } else {
      show();
    }
  }

  // Back over a slide: as it was left.
  function back() {
    if (seen > 0) {
      seen -= 1;
      show();
    } else if (at > 0) {
      go(at - 1, steps[at - 1].length);
    }
  }

  function go(slide, count) {
    at = Math.max(0, Math.min(slides.length - 1, slide));
    seen = Math.min(count, steps[at].length);
    show();
    slides[at].scrollTop = 0;
  }

  function isScrolled(target, key) {
    var sideways = key === "ArrowRight" || key === "ArrowLeft";
    var inside = sideways ? target.closest(".scroll") : null;
    return inside !== null ? inside.scrollWidth > inside.clientWidth : false;
  }

  var typed = "";
  var keys = {
    ArrowRight: next, PageDown: next, " ": next, n: next,
    ArrowLeft: back, PageUp: back, Backspace: back, p: back,
    Home: function () { go(0, 0); },
    End: function () { go(slides.length - 1, 0); },
    b: function () { root.classList.toggle("blanked"); },
    ".": function () { root.classList.toggle("blanked"); },
    f: function () { if (document.fullscreenElement) { document.exitFullscreen(); } else if (root.requestFullscreen) { root.requestFullscreen(); } },
    Enter: function () { if (typed === "") { next(); } else { go(Number(typed) - 1, 0); } }
  };
  document.addEventListener("keydown", function (event) {
    if (event.ctrlKey || event.metaKey || event.altKey) { return; }
    var target = event.target;
    if (target.closest("a, button") ? event.key === "Enter" || event.key === " " : false) { return; }
    if (/^[0-9]$/.test(event.key)) { typed = (typed + event.key).slice(-4); return; }
    var key = event.shiftKey ? (event.key === " " ? "PageUp" : event.key) : event.key;
    if (key in keys ? isScrolled(target, key) : true) { return; }
    event.preventDefault();
    keys[key]();
    typed = "";
  });

  // A click on the left fifth goes back. What is selected, and links, are left alone.
  document.addEventListener("click", function (event) {
    if (event.target.closest("a, button") || String(window.getSelection()) !== "") { return; }
    if (window.innerWidth / 5 > event.clientX) { back(); } else { next(); }
  });
  var touch = null;
  document.addEventListener("touchstart", function (event) { touch = event.changedTouches[0]; }, { passive: true });
  document.addEventListener("touchend", function (event) {
    if (touch === null || event.target.closest(".scroll")) { return; }
    var end = event.changedTouches[0];
    var right = end.clientX - touch.clientX;
    if (Math.abs(right) > 50 ? Math.abs(right) > 2 * Math.abs(end.clientY - touch.clientY) : false) {
      if (right > 0) { back(); } else { next(); }
    }
  }, { passive: true });

  // In print each slide is a page, and as small as it must be for that.
  window.addEventListener("beforeprint", function () {
    root.classList.add("printing");
    // Less than there is: what may not be broken needs room to move.
    var page = 175 * 96 / 25.4;
    slides.forEach(function (slide) {
      for (var percent = 100; percent >= 20; percent -= 5) {
        slide.style.zoom = percent / 100;
        slide.style.width = (26700 / percent) + "mm";
        if (page >= slide.getBoundingClientRect().height) { break; }
      }
      slide.style.width = "";
    });
    root.classList.remove("printing");
  });
  window.addEventListener("afterprint", function () {
    slides.forEach(function (slide) { slide.style.zoom = ""; });
  });

  // Where one was, when the page is loaded again.
  function fromAddress() {
    var number = Number(location.hash.slice(1));
    go(number >= 1 ? number - 1 : 0, 0);
  }
  window.addEventListener("hashchange", fromAddress);
  window.addEventListener("resize", function () { fit(slides[at]); });
  fromAddress();
}());
