import { WidgetType, type EditorView } from '@codemirror/view';

/** Small widgets that replace marks inside of a line. */

export class RuleWidget extends WidgetType {
  readonly #label: string;
  constructor(label: string) {
    super();
    this.#label = label;
  }

  override eq(): boolean {
    return true;
  }

  override toDOM(): HTMLElement {
    const rule = document.createElement('span');
    rule.className = 'live-rule-line';
    rule.setAttribute('role', 'separator');
    rule.setAttribute('aria-label', this.#label);
    return rule;
  }

  // A click puts the cursor into its source.
  override ignoreEvent(): boolean {
    return false;
  }
}

/** The mark of a list item as readers see it. */
export class ListMarkWidget extends WidgetType {
  readonly #className: string;
  readonly text: string;
  constructor(className: string, text: string) {
    super();
    this.#className = className;
    this.text = text;
  }

  override eq(other: ListMarkWidget): boolean {
    return other.#className === this.#className && other.text === this.text;
  }

  override toDOM(): HTMLElement {
    const mark = document.createElement('span');
    mark.className = this.#className;
    mark.textContent = this.text;
    return mark;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

const TASK_MARK = /\[[ xX]\]/;

/** The checkbox of a task; a click changes `[ ]` and `[x]` in the source. */
export class CheckboxWidget extends WidgetType {
  readonly #isChecked: boolean;
  readonly #label: string;
  constructor(isChecked: boolean, label: string) {
    super();
    this.#isChecked = isChecked;
    this.#label = label;
  }

  override eq(other: CheckboxWidget): boolean {
    return other.#isChecked === this.#isChecked && other.#label === this.#label;
  }

  override toDOM(view: EditorView): HTMLElement {
    const box = document.createElement('input');
    box.type = 'checkbox';
    box.className = 'live-checkbox';
    box.checked = this.#isChecked;
    box.setAttribute('aria-label', this.#label);
    // The text keeps the focus.
    box.addEventListener('mousedown', (event) => event.preventDefault());
    box.addEventListener('click', (event) => {
      event.preventDefault();
      toggleTask(view, view.posAtDOM(box));
    });
    return box;
  }
}

/** Toggles the task of the line at a position, without moving the cursor. */
function toggleTask(view: EditorView, at: number): void {
  if (view.state.readOnly) return;
  const line = view.state.doc.lineAt(at);
  const mark = TASK_MARK.exec(line.text);
  if (!mark) return;
  const from = line.from + mark.index + 1;
  const insert = mark[0] === '[ ]' ? 'x' : ' ';
  view.dispatch({ changes: { from, to: from + 1, insert }, userEvent: 'input' });
}
