import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { markdownLanguage } from '@codemirror/lang-markdown';
import { search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder,
} from '@codemirror/view';
import { pasteAsMarkdown } from '../tools/paste/paste-as-markdown.ts';
import { bold, inlineCode, insertLink, italic, cycleHeading } from './commands.ts';
import { markdownHighlighter } from './highlight-syntax.ts';
import { keepCursorVisible } from './keep-cursor-visible.ts';
import { continueBlock, deleteMark, indentEntries, outdentEntries } from './list-commands.ts';
import {
  moveColumnLeft,
  moveColumnRight,
  moveRowDown,
  moveRowUp,
  moveToCell,
} from './table/table-commands.ts';

interface SourceViewOptions {
  readonly parent: HTMLElement;
  readonly text: string;
  readonly label: string;
  /** Shown while the text is empty. */
  readonly hint: string;
  readonly phrases: Readonly<Record<string, string>>;
  readonly extraExtensions?: Extension;
  readonly onChange: () => void;
  readonly onCursor: () => void;
}

type LocaleOptions = Pick<SourceViewOptions, 'label' | 'hint' | 'phrases'>;

const locale = new Compartment();
/** How the text is displayed: as source, or by Live mode. */
const display = new Compartment();

const sourceDisplay: Extension = [
  lineNumbers(),
  highlightActiveLineGutter(),
  highlightActiveLine(),
  markdownHighlighter,
];

function localeExtensions({ label, hint, phrases }: LocaleOptions): Extension {
  return [
    placeholder(hint),
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    EditorState.phrases.of(phrases),
  ];
}

/** Creates a CodeMirror view for Markdown. Tab moves the focus out of the editor, except in tables and lists; after Esc it does so there too. */
export function createSourceView(options: SourceViewOptions): EditorView {
  return new EditorView({
    parent: options.parent,
    doc: options.text,
    extensions: [
      display.of(sourceDisplay),
      history(),
      drawSelection(),
      EditorState.allowMultipleSelections.of(true),
      EditorView.lineWrapping,
      // The Markdown grammar alone: `markdown()` would also load those of HTML, CSS and JavaScript.
      markdownLanguage,
      // Before `pasteAsMarkdown`, so that an image that comes with HTML is pasted as an image.
      options.extraExtensions ?? [],
      pasteAsMarkdown(),
      search({ top: true }),
      keepCursorVisible(),
      locale.of(localeExtensions(options)),
      keymap.of([
        { key: 'Mod-b', run: bold },
        { key: 'Mod-i', run: italic },
        { key: 'Mod-k', run: insertLink },
        { key: 'Mod-Shift-h', run: cycleHeading },
        { key: 'Mod-Shift-e', run: inlineCode },
        { key: 'Tab', run: moveToCell(1), shift: moveToCell(-1) },
        { key: 'Tab', run: indentEntries, shift: outdentEntries },
        // Outside of a table these keys move the line.
        { key: 'Alt-ArrowUp', run: moveRowUp },
        { key: 'Alt-ArrowDown', run: moveRowDown },
        { key: 'Mod-Shift-,', run: moveColumnLeft },
        { key: 'Mod-Shift-.', run: moveColumnRight },
        { key: 'Enter', run: continueBlock },
        { key: 'Backspace', run: deleteMark },
        ...searchKeymap,
        ...historyKeymap,
        ...defaultKeymap,
      ]),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) options.onChange();
        if (update.docChanged || update.selectionSet) options.onCursor();
      }),
    ],
  });
}

/** Updates the label and the phrases after the interface language has changed. */
export function updateLocale(view: EditorView, options: LocaleOptions) {
  view.dispatch({ effects: locale.reconfigure(localeExtensions(options)) });
}

/** Displays the text by other extensions, or as source again. What the user looks at stays where it is. */
export function setDisplay(view: EditorView, extension: Extension = sourceDisplay): void {
  const { head } = view.state.selection.main;
  const pane = view.scrollDOM.getBoundingClientRect();
  const cursor = view.coordsAtPos(head);
  const isCursorVisible = cursor && cursor.top >= pane.top && cursor.bottom <= pane.bottom;
  const firstLine = view.lineBlockAtHeight(view.scrollDOM.scrollTop - view.documentPadding.top);
  view.dispatch({
    effects: [
      display.reconfigure(extension),
      isCursorVisible
        ? EditorView.scrollIntoView(head, { y: 'start', yMargin: cursor.top - pane.top })
        : EditorView.scrollIntoView(firstLine.from, { y: 'start', yMargin: 0 }),
    ],
  });
}
