// Slide by slide, and on each answer by answer. Without this script all of it stands one below the other.
(function () {
  "use strict";
  var root = document.documentElement;
  var main = document.querySelector("main");
  // As they were written; on the screen each is as many slides as it needs.
  var written = Array.from(document.querySelectorAll(".slide"));
  var slides = [];
  var steps = [];
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

  // What may be parted between two slides; what is none of these stays whole.
  var PARTED = ".prose, .statement, .answer, .scroll, table, tbody, ul, ol, dl, .boards, pre, .drawing";
  // Code of more lines does not stand over each part of its answer.
  var MOST_LINES = 3;

  // A heading, a caption and the head of a table do not stand alone, and the code of a statement has its answer.
  function leads(node) { return node.matches("h1, h2, h3, h4, h5, h6, caption, thead, figcaption, .code, .points, p:has(> .heading:only-child)"); }

  function isOver(node, limit) { return node.getBoundingClientRect().bottom > limit + 1; }

  // Of lines of code, those below the limit, or null.
  function takenLines(pre, limit) {
    var texts = document.createTreeWalker(pre, NodeFilter.SHOW_TEXT);
    var end = null;
    for (var node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      for (var line = node.data.indexOf("\n"); line !== -1; line = node.data.indexOf("\n", line + 1)) {
        var range = document.createRange();
        range.setStart(pre, 0);
        range.setEnd(node, line);
        if (isOver(range, limit)) { break; }
        end = { node: node, line: line };
      }
    }
    if (end === null) { return null; }
    var rest = document.createRange();
    rest.setStart(end.node, end.line);
    rest.setEnd(pre, pre.childNodes.length);
    var made = pre.cloneNode(false);
    made.append(rest.extractContents());
    // The line ends there, and the next slide begins with the next line.
    var first = document.createTreeWalker(made, NodeFilter.SHOW_TEXT).nextNode();
    first.data = first.data.replace(/^\n/, "");
    return made;
  }

  // Takes from a node what stands below the limit. Returns it in a node of the same kind, or null if nothing of the node
  // would be left: then it goes as a whole.
  function taken(node, limit) {
    if (node.matches("pre, .drawing")) { return takenLines(node, limit); }
    var children = Array.from(node.children);
    var first = children.findIndex(function (child) { return isOver(child, limit); });
    if (first === -1) { return null; }
    var over = children[first];
    var part = over.matches(PARTED) ? taken(over, limit) : null;
    var rest = part === null ? children.slice(first) : [part].concat(children.slice(first + 1));
    var kept = part === null ? first : first + 1;
    while (part === null ? (kept > 0 ? leads(children[kept - 1]) : false) : false) {
      kept -= 1;
      rest.unshift(children[kept]);
    }
    if (kept === 0) { return null; }
    var made = node.cloneNode(false);
    // The head of a table stands over each of its parts; the code of a statement over each part of its answer.
    children.slice(0, Math.min(kept, first)).forEach(function (child) {
      var isShort = MOST_LINES >= child.textContent.split("\n").length;
      if (child.matches("thead, caption") || (child.matches(".code") ? isShort : false)) { made.append(child.cloneNode(true)); }
    });
    if (node.matches("ol")) { made.start = node.start + kept - (part === null ? 0 : 1); }
    rest.forEach(function (child) { made.append(child); });
    return made;
  }

  // A definition can stand with what follows, and a statement without an answer with what is before; of others each has a slide.
  function isDefinition(statement) { return /^\s*(game|let)\b/.test(statement.textContent); }

  function byStatements(slide) {
    var made = [slide.cloneNode(false)];
    var isFull = false;
    Array.from(slide.children).forEach(function (child) {
      var isAsked = child.matches(".statement") ? child.querySelector(".answer, .fault") !== null : false;
      if (isFull ? isAsked || !child.matches(".statement") : false) {
        made.push(slide.cloneNode(false));
        isFull = false;
      }
      made[made.length - 1].append(child);
      isFull = isFull || (isAsked ? !isDefinition(child) : false);
    });
    return made;
  }

  // What cannot be parted is made smaller, within reason: a wide table or drawing alone, a high slide as a whole.
  function fit(slide) {
    var least = window.innerWidth > 600 ? 0.55 : 1;
    slide.querySelectorAll(".scroll").forEach(function (part) {
      if (part.scrollWidth > part.clientWidth) { part.style.fontSize = Math.max(least, 0.98 * part.clientWidth / part.scrollWidth).toFixed(2) + "em"; }
    });
    for (var size = 1; size >= least; size -= 0.05) {
      slide.style.setProperty("--fit", size.toFixed(2));
      if (!isHigh(slide)) { return; }
    }
  }

  function isHigh(slide) { return slide.scrollHeight > slide.clientHeight; }

  // Parts a slide that is higher than the screen into slides of about the same height. A picture is made smaller before.
  function parted(slide) {
    var made = [];
    // What is parted has borders and space below.
    var below = 30;
    for (var left = slide; left !== null;) {
      main.append(left);
      left.classList.add("current");
      var pictures = left.querySelector("svg") === null ? [] : ["54vh", "46vh", "38vh", ""];
      for (var size of pictures) {
        if (isHigh(left)) { left.style.setProperty("--picture", size); }
      }
      var rest = null;
      if (isHigh(left)) {
        var top = left.firstElementChild.getBoundingClientRect().top;
        var height = left.lastElementChild.getBoundingClientRect().bottom - top;
        var room = left.getBoundingClientRect().bottom - parseFloat(getComputedStyle(left).paddingBottom) - top - below;
        rest = taken(left, top + Math.min(room, 1.1 * height / Math.ceil(height / room))) || taken(left, top + room);
      }
      fit(left);
      left.classList.remove("current");
      made.push(left);
      left = rest;
    }
    return made;
  }

  // Lays all slides out for this screen; the place is kept.
  function layOut() {
    var source = slides.length > 0 ? slides[at].source : 0;
    main.replaceChildren();
    slides = [];
    written.forEach(function (slide, index) {
      byStatements(slide.cloneNode(true)).forEach(function (part) {
        parted(part).forEach(function (made) { made.source = index; slides.push(made); });
      });
    });
    steps = slides.map(function (slide) {
      var found = Array.from(slide.querySelectorAll(".answer, .fault"));
      found.forEach(function (step) { step.classList.add("step"); });
      return found;
    });
    at = Math.max(0, slides.findIndex(function (slide) { return slide.source === source; }));
    seen = 0;
  }

  function show() {
    slides.forEach(function (slide, index) { slide.classList.toggle("current", index === at); });
    steps[at].forEach(function (step, index) { step.classList.toggle("seen", seen > index); });
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
  window.addEventListener("resize", function () {
    layOut();
    show();
  });
  layOut();
  fromAddress();
}());
