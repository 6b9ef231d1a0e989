import type { ComponentType } from 'react';

export interface Toast {
  readonly kind: 'done' | 'error';
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void };
  /** Shown instead of the usual row; it dismisses the toast itself. */
  readonly Row?: ComponentType<{ toast: ShownToast }>;
}

export interface ShownToast extends Toast {
  readonly id: number;
}

/** Success messages disappear after this time; errors stay until they are dismissed. */
const SUCCESS_DURATION_MS = 3000;
const MAX_TOASTS = 4;

let shown: readonly ShownToast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly ShownToast[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

export function showToast(toast: Toast): void {
  const id = ++lastId;
  // A repeated message replaces the earlier one.
  const others = shown.filter(({ text }) => text !== toast.text);
  const current = toast.kind === 'done' ? others.filter(isDone) : others;
  set([...current, { ...toast, id }].slice(-MAX_TOASTS));
  if (toast.kind === 'done' && !toast.Row) setTimeout(dismissToast, SUCCESS_DURATION_MS, id);
}

export function dismissToast(id: number): void {
  set(shown.filter((toast) => toast.id !== id));
}

const isDone = ({ kind }: ShownToast) => kind === 'done';

/** Removes the errors after a later command has succeeded, because they are out of date. */
export function dismissErrors(): void {
  if (!shown.every(isDone)) set(shown.filter(isDone));
}

export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function shownToasts(): readonly ShownToast[] {
  return shown;
}
