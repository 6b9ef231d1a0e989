import { EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import type { Extension, Text } from '@codemirror/state';
import { compositionEnd } from '../../insert/insert-session.ts';
import { setCell, toCellText } from '../../source/table/edit-table.ts';
import { readTableIn } from '../../source/table/read-table.ts';
import { clipboardToMarkdown } from '../../tools/paste/clipboard-to-markdown.ts';
import { linkSelection } from '../../tools/paste/link-selection.ts';
import { pasteIntoTable } from '../../tools/paste/paste-into-table.ts';
import type { BlockField } from '../block-decorations.ts';
import type { LiveLabels } from '../live-labels.ts';
import { endComposition } from '../live-state.ts';
import { CellField } from './cell-field.ts';
import { handleBeforeInput, handleCellKey } from './cell-keys.ts';
import { onTableDrawn, redrawTable } from './draw-table.ts';
import { editedCell, tableAt, type EditedCell } from './edited-cell.ts';
import { cellIn, fitTable } from './table-dom.ts';
import styles from './table.module.css';

interface Options {
  readonly field: BlockField;
  readonly labels: LiveLabels;
  readonly isMenuOpen: () => boolean;
}

/** The cell that has a text field. */
interface Session {
  readonly field: CellField;
  readonly frame: HTMLElement;
  cell: EditedCell;
  /** A position in the header of the table, which follows the changes of the text. */
  header: number;
  /** The text of the field, as the document should have it. */
  text: string;
  isComposing: boolean;
  cursorBefore: number;
  wasFocused: boolean;
}

/**
 * Edits the cell with the cursor in its drawn table. The selection of the editor is always in the source of that cell,
 * and each input changes the document at once: the commands, menus and history of the editor apply to it as to other
 * text, and the field never has text that the document lacks.
 */
export function cellEditing(options: Options): Extension {
  const plugin = ViewPlugin.define((view) => new CellEditing(view, options));
  return [
    plugin,
    EditorView.editorAttributes.of({ class: styles.tables ?? '' }),
    EditorView.domEventHandlers({
      focus: (_event, view) => view.plugin(plugin)?.schedule(),
      beforeinput: (event, view) => view.plugin(plugin)?.typeWithoutField(event) ?? false,
    }),
  ];
}

class CellEditing {
  readonly #view: EditorView;
  readonly #options: Options;
  #session: Session | undefined;
  #isScheduled = false;
  #isClosed = false;
  #isOwnChange = false;

  constructor(view: EditorView, options: Options) {
    this.#view = view;
    this.#options = options;
    onTableDrawn(view, () => this.schedule());
    document.addEventListener('selectionchange', this.#onSelection);
    this.schedule();
  }

  update(update: ViewUpdate): void {
    const { docChanged, startState, state } = update;
    const session = this.#session;
    if (session && docChanged) {
      session.header = update.changes.mapPos(session.header, 1);
      if (session.isComposing && !this.#isOwnChange) this.#followOtherChange(session, state.doc);
    }
    const { field } = this.#options;
    const isRedrawn =
      startState.field(field, false)?.decorations !== state.field(field).decorations;
    const isMoved = update.selectionSet || update.focusChanged || update.viewportChanged;
    if (docChanged || isMoved || isRedrawn) this.schedule();
  }

  destroy(): void {
    this.#isClosed = true;
    document.removeEventListener('selectionchange', this.#onSelection);
    // The view cannot get the focus during the update that removes this extension.
    queueMicrotask(() => this.#close());
  }

  /** Elements cannot change during an update; a microtask runs before the next event. */
  schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      if (!this.#isClosed && !this.#session?.isComposing) this.#sync();
    });
  }

  /** What is typed before the table is drawn, or while it is scrolled out of view. */
  typeWithoutField(event: InputEvent): boolean {
    const cell = this.#findCell();
    const { state } = this.#view;
    if (!cell || this.#session || event.inputType !== 'insertText' || state.readOnly) return false;
    const { from, to } = state.selection.main;
    const start = Math.max(from - cell.from, 0);
    const end = Math.max(to - cell.from, 0);
    const before = cell.text.slice(0, start) + (event.data ?? '');
    this.#write(cell, cell.block.from, before + cell.text.slice(end), {
      anchor: before.length,
      head: before.length,
    });
    event.preventDefault();
    return true;
  }

  #findCell(): EditedCell | undefined {
    const { state } = this.#view;
    const { head } = state.selection.main;
    const { blocks } = state.field(this.#options.field);
    const block = blocks.find(({ from, to }) => from <= head && to >= head);
    return block && editedCell(state, block);
  }

  #findFrame({ block }: EditedCell): HTMLElement | undefined {
    const frames = this.#view.contentDOM.querySelectorAll<HTMLElement>('.live-block-table');
    return [...frames].find((frame) => this.#view.posAtDOM(frame) === block.from);
  }

  /** Shows the cell and the selection of the document. */
  #sync(): void {
    const cell = this.#findCell();
    const frame = cell && this.#findFrame(cell);
    if (frame) fitTable(frame, cell.table);
    const element = frame && cellIn(frame, cell.place);
    if (!cell || !frame || !element) {
      this.#close();
      return;
    }
    const previous = this.#session;
    if (!previous?.field.isIn(element)) {
      const field = new CellField();
      field.mount(element, cell.text);
      this.#session = {
        field,
        frame,
        cell,
        header: cell.block.from,
        text: cell.text,
        isComposing: false,
        cursorBefore: 0,
        wasFocused: false,
      };
      this.#listen(this.#session);
    }
    const session = this.#session;
    if (!session) return;
    session.cell = cell;
    session.text = cell.text;
    session.header = cell.block.from;
    const { field } = session;
    const { anchor, head } = this.#view.state.selection.main;
    const toOffset = (at: number) => Math.min(Math.max(at - cell.from, 0), cell.text.length);
    field.input.readOnly = this.#view.state.readOnly;
    field.input.setAttribute('aria-label', this.#nameOf(cell));
    field.show(cell.text, { anchor: toOffset(anchor), head: toOffset(head) });
    const hadFocus = previous && previous !== session && this.#hasLostFocus(previous);
    if (this.#view.hasFocus || hadFocus) field.input.focus();
    if (previous && previous !== session) this.#leave(previous);
  }

  /** A focused field that was removed with its table has passed the focus to the body. */
  #hasLostFocus({ field, wasFocused }: Session): boolean {
    const isRemoved = wasFocused && !field.element.isConnected;
    return field.isFocused || (isRemoved && document.activeElement === document.body);
  }

  #close(): void {
    const session = this.#session;
    if (!session) return;
    this.#session = undefined;
    const hadFocus = this.#hasLostFocus(session);
    // Unlike `focus()` of the element, this also gives the browser the selection of the editor.
    if (hadFocus) this.#view.focus();
    this.#leave(session);
  }

  /** Draws a cell that is no longer edited. */
  #leave({ field, frame, header, cell: { place } }: Session): void {
    const { state } = this.#view;
    const table = tableAt(state, state.doc.lineAt(Math.min(header, state.doc.length)).from);
    const text = table?.rows[place.row]?.cells[place.column]?.text ?? '';
    if (field.unmount(text)) redrawTable(frame);
  }

  #nameOf({ table, place: { row, column } }: EditedCell): string {
    const { labels } = this.#options;
    const name = table.rows[0]?.cells[column]?.text || labels.column(column + 1);
    return row === 0 ? labels.headerCell(name) : labels.cell(name, row);
  }

  #listen(session: Session): void {
    const { input } = session.field;
    const view = this.#view;
    input.addEventListener('focus', () => {
      session.wasFocused = true;
    });
    input.addEventListener('blur', () => {
      // A field loses the focus when it is removed, which is not what the user does.
      queueMicrotask(() => {
        if (input.isConnected) session.wasFocused = false;
      });
    });
    // The table would put the cursor at the end of the text.
    input.addEventListener('mousedown', (event) => event.stopPropagation());
    input.addEventListener('input', ({ inputType, isComposing }) => {
      this.#commit(session, isComposing ? 'input.type.compose' : userEventOf(inputType));
    });
    input.addEventListener('compositionstart', () => {
      this.#mirror();
      session.isComposing = true;
      session.cursorBefore = view.state.selection.main.from;
    });
    input.addEventListener('compositionend', () => {
      // Some browsers report the composed text after this event.
      setTimeout(() => {
        if (!session.isComposing) return;
        session.isComposing = false;
        if (this.#session !== session) return;
        this.#commit(session, 'input.type.compose');
        const effects = [endComposition.of(null), compositionEnd.of(session.cursorBefore)];
        view.dispatch({ effects });
        this.schedule();
      });
    });
    input.addEventListener('keydown', (event) => {
      // 229: the input method uses the key.
      if (event.isComposing || session.isComposing || event.keyCode === 229) return;
      this.#mirror();
      const isHandled = handleCellKey(event, {
        view,
        field: session.field,
        cell: session.cell,
        isMenuOpen: this.#options.isMenuOpen(),
        insert: (text) => this.#insert(session, text, 'input.type'),
      });
      if (!isHandled) return;
      event.preventDefault();
      event.stopPropagation();
    });
    input.addEventListener('beforeinput', (event) => {
      if (!/^(?:history|insert(?:LineBreak|Paragraph))/.test(event.inputType)) return;
      event.preventDefault();
      this.#mirror();
      handleBeforeInput(event, view);
    });
    input.addEventListener('paste', (event) => this.#paste(event, session));
  }

  #insert(session: Session, text: string, userEvent: string): void {
    const { input } = session.field;
    if (input.readOnly) return;
    input.setRangeText(text, input.selectionStart, input.selectionEnd, 'end');
    this.#commit(session, userEvent);
  }

  /** Writes the text of the field into the document. */
  #commit(session: Session, userEvent: string): void {
    const { field, cell, header } = session;
    const { value, selectionStart, selectionEnd } = field.input;
    field.resize();
    session.text = toCellText(value);
    this.#write(
      cell,
      header,
      value,
      { anchor: escapedOffset(value, selectionStart), head: escapedOffset(value, selectionEnd) },
      userEvent,
    );
  }

  /** Changes the text of a cell. */
  #write(
    { place }: EditedCell,
    header: number,
    value: string,
    { anchor, head }: { anchor: number; head: number },
    userEvent = 'input.type',
  ): void {
    const view = this.#view;
    const { state } = view;
    const table = tableAt(state, state.doc.lineAt(Math.min(header, state.doc.length)).from);
    const spec = table ? setCell(table, place, value) : {};
    // Without a change, only spaces at the ends differ.
    if (!table || !spec.changes) return;
    const changes = state.changes(spec.changes);
    const after = readTableIn(changes.apply(state.doc), table.rows[0]?.from ?? 0);
    const written = after?.rows[place.row]?.cells[place.column];
    const toPosition = (offset: number) =>
      written ? Math.min(written.textFrom + offset, written.textTo) : 0;
    this.#isOwnChange = true;
    view.dispatch({
      changes,
      ...(written && { selection: { anchor: toPosition(anchor), head: toPosition(head) } }),
      userEvent,
      scrollIntoView: true,
    });
    this.#isOwnChange = false;
  }

  /** A change of the composed cell by others ends the composition; what was composed was in the text before it. */
  #followOtherChange(session: Session, doc: Text): void {
    const { place } = session.cell;
    const table = readTableIn(doc, Math.min(session.header, doc.length));
    const text = table?.rows[place.row]?.cells[place.column]?.text;
    if (text === session.text) return;
    session.isComposing = false;
    this.schedule();
  }

  /** Gives the selection of the field to the document. */
  #mirror(): void {
    const session = this.#session;
    const { state } = this.#view;
    if (!session || session.isComposing) return;
    const table = tableAt(state, session.cell.block.from);
    const { row, column } = session.cell.place;
    const cell = table?.rows[row]?.cells[column];
    if (!cell) return;
    const offsets = session.field.offsets();
    const toPosition = (offset: number) => Math.min(cell.textFrom + offset, cell.textTo);
    const selection = { anchor: toPosition(offsets.anchor), head: toPosition(offsets.head) };
    const { main } = state.selection;
    if (main.anchor === selection.anchor && main.head === selection.head) return;
    this.#view.dispatch({ selection, userEvent: 'select' });
  }

  readonly #onSelection = () => {
    if (this.#session?.field.isFocused) this.#mirror();
  };

  #paste(event: ClipboardEvent, session: Session): void {
    const data = event.clipboardData;
    const { state } = this.#view;
    if (!data || state.readOnly) return;
    const plain = data.getData('text/plain');
    const clipboard = { html: data.getData('text/html'), plain };
    // The editor uploads files.
    if (data.files.length > 0 && plain === '' && clipboard.html === '') return;
    event.stopPropagation();
    this.#mirror();
    const cells = linkSelection(state, plain.trim()) ?? pasteIntoTable(this.#view.state, clipboard);
    const text = cells ? undefined : clipboardToMarkdown(clipboard);
    if (!cells && text === undefined && !plain.includes('\n')) return;
    event.preventDefault();
    if (cells) this.#view.dispatch(cells);
    else this.#insert(session, toCellText(text ?? plain), 'input.paste');
  }
}

/** An offset in the text of a field, in the text that is written to the cell. */
function escapedOffset(value: string, offset: number): number {
  return toCellText(`${value.slice(0, offset)}x`).length - 1;
}

function userEventOf(inputType: string): string {
  if (inputType.startsWith('delete')) return 'delete';
  if (inputType === 'insertFromPaste') return 'input.paste';
  return inputType === 'insertFromDrop' ? 'input.drop' : 'input.type';
}
