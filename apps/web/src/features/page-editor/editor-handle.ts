/** What tools may do with the text that is being written. */
export interface EditorHandle {
  selectedText(): string;
  wholeText(): string;
  /** Replaces the selection; can be undone. */
  insert(text: string): void;
  /** Puts it behind the selection: nothing is replaced; can be undone. */
  add(text: string): void;
  /** Replaces everything; can be undone. */
  replaceAll(text: string): void;
  focus(): void;
}
