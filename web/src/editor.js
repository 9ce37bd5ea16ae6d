// The editor of a cell: our colours, completion, and errors at their place.

import { autocompletion, closeBrackets, closeBracketsKeymap, closeCompletion, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, insertNewlineAndIndent } from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import { lintKeymap, setDiagnostics } from "@codemirror/lint";
import { EditorState, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import { Decoration, drawSelection, EditorView, keymap, ViewPlugin, WidgetType } from "@codemirror/view";
import { button } from "./dom.js";
import { told, words } from "./told.js";

// Longer texts are typed without colours, so that typing never waits.
const LONGEST = 20_000;

const theme = EditorView.theme({
  "&": { backgroundColor: "transparent", color: "var(--ink)", fontSize: "0.94em" },
  "&.cm-focused": { outline: "none" },
  ".cm-content": { fontFamily: "ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace", caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { background: "var(--shade-3)" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--shade-2)", fontWeight: "700" },
  ".cm-tooltip": { background: "var(--paper)", color: "var(--ink)", border: "1px solid var(--rule)" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { background: "var(--number)", color: "var(--paper)" },
  ".cm-completionDetail": { color: "inherit", fontStyle: "normal" },
  ".cm-tooltip.cm-completionInfo": { maxWidth: "20rem" },
  ".cm-diagnostic": { whiteSpace: "pre-wrap" },
  ".cm-diagnosticAction": { background: "var(--number)", color: "var(--paper)", minHeight: "2rem" },
});

function colours(look) {
  const marks = new Map();
  const mark = (kind) => marks.get(kind) ?? marks.set(kind, Decoration.mark({ class: kind })).get(kind);
  const painted = (state) => {
    const builder = new RangeSetBuilder();
    if (state.doc.length <= LONGEST) {
      for (const [from, to, kind] of look(state.doc.toString()).tokens) {
        if (kind && kind !== "bracket" && from < to) builder.add(from, to, mark(kind));
      }
    }
    return builder.finish();
  };
  return ViewPlugin.fromClass(
    class {
      constructor(view) {
        this.decorations = painted(view.state);
      }
      update(update) {
        if (update.docChanged) this.decorations = painted(update.state);
      }
    },
    { decorations: (plugin) => plugin.decorations },
  );
}

// Statements that the script hides are folded where a cell is opened, until they are clicked.
const unfold = StateEffect.define();

class Fold extends WidgetType {
  toDOM(view) {
    const made = button("Show the statement", "Show the statement", () => view.dispatch({ effects: unfold.of(view.posAtDOM(made)) }), { class: "fold" });
    return made;
  }
}

function folds(look) {
  const folded = StateField.define({
    create: ({ doc }) => Decoration.set(look(doc.toString()).hidden.map(([from, to]) => Decoration.replace({ widget: new Fold() }).range(from, to))),
    update(folded, { changes, effects }) {
      const opened = effects.filter((effect) => effect.is(unfold)).map((effect) => effect.value);
      return folded.map(changes).update({ filter: (from, to) => !opened.some((place) => from <= place && place <= to) });
    },
    provide: (field) => EditorView.decorations.from(field),
  });
  return [folded, EditorView.atomicRanges.of((view) => view.state.field(folded))];
}

function completion(words, known) {
  return (context) => {
    const typed = context.matchBefore(/[\p{L}_][\p{L}\p{N}_']*/u);
    if (!typed && !context.explicit) return null;
    const before = context.state.sliceDoc(context.state.doc.lineAt(context.pos).from, context.pos);
    // Nothing is completed inside a text or a comment.
    if (before.split('"').length % 2 === 0 || /^[^"]*#/.test(before)) return null;
    const options = new Map();
    for (const { word, usage, line } of words) {
      if (/^\p{L}/u.test(word)) options.set(word, { label: word, type: "keyword", detail: line, info: usage });
    }
    for (const { word, line, kind } of known()) options.set(word, { label: word, type: kind, detail: line, boost: 1 });
    // Only what goes on with the letters that were typed; Enter behind a whole word begins a new line.
    const begun = typed?.text ?? "";
    const fitting = [...options.values()].filter(({ label }) => label.startsWith(begun) && label !== begun);
    return fitting.length ? { from: typed?.from ?? context.pos, options: fitting, filter: false } : null;
  };
}

// `actions`: run, runOn (and go on to the next cell), changed, leave.
export function editor({ parent, text, label, look, words, known, actions }) {
  const run = (action) => (view) => {
    closeCompletion(view);
    action();
    return true;
  };
  return new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        keymap.of([
          { key: "Shift-Enter", run: run(actions.runOn) },
          { key: "Mod-Enter", run: run(actions.run) },
          { key: "Enter", run: insertNewlineAndIndent },
        ]),
        history(),
        drawSelection(),
        bracketMatching(),
        closeBrackets(),
        autocompletion({ override: [completion(words, known)], icons: false }),
        keymap.of([...closeBracketsKeymap, ...completionKeymap, ...lintKeymap, ...defaultKeymap, ...historyKeymap]),
        colours(look),
        folds(look),
        theme,
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false", autocapitalize: "off", autocorrect: "off" }),
        EditorView.updateListener.of((update) => update.docChanged && actions.changed()),
      ],
    }),
  });
}

// Marks what is wrong, each with what would be right, if that is known.
export function showErrors(view, errors) {
  const end = view.state.doc.length;
  const diagnostics = errors
    .filter(({ place }) => place && place.from <= end)
    .map(({ place, fix }) => {
      const from = Math.min(place.from, end);
      const to = Math.min(Math.max(place.to, from), end);
      const actions = [];
      if (fix && fix.to <= end) {
        const name = told(fix.message ? words`Write ${fix.message}` : "Leave it out");
        const apply = () => view.dispatch({ changes: { from: fix.from, to: fix.to, insert: fix.message } });
        actions.push({ name, apply });
      }
      return { from, to, severity: "error", message: place.message, actions };
    })
    .sort((one, other) => one.from - other.from);
  view.dispatch(setDiagnostics(view.state, diagnostics));
}
