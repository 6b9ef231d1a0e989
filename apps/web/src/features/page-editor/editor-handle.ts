/** The operations that editor tools may perform on the text. */
export interface EditorHandle {
  selectedText(): string;
  wholeText(): string;
  /** Replaces the selection; can be undone. */
  insert(text: string): void;
  /** Inserts the text after the selection without replacing it; can be undone. */
  add(text: string): void;
  /** Replaces the whole text; can be undone. */
  replaceAll(text: string): void;
  focus(): void;
}
