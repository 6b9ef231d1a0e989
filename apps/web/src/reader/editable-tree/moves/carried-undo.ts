const KEY = 'octavo.undoMove';

/** A move that took the page being read to another item: its undo is offered in the document of that item. */
export interface CarriedUndo {
  readonly itemId: number;
  readonly moveId: string;
  readonly movedAt: number;
  readonly text: string;
  /** The URL of the page before the move. */
  readonly href: string;
}

export function carryUndo(undo: CarriedUndo): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(undo));
  } catch {
    // Storage is blocked: the move cannot be undone in the next document.
  }
}

export function takeCarriedUndo(): CarriedUndo | undefined {
  try {
    const stored = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return stored === null ? undefined : (JSON.parse(stored) as CarriedUndo);
  } catch {
    return undefined;
  }
}
