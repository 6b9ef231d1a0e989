import type { ReactNode } from 'react';

export type PaletteGroup = 'pages' | 'elsewhere' | 'items' | 'actions';

/** One entry of the palette: a link or an action. */
export interface PaletteEntry {
  readonly key: string;
  readonly group: PaletteGroup;
  readonly icon: ReactNode;
  readonly title: string;
  /** Shown after the title: the location, or the text around the hit. */
  readonly hint?: string | undefined;
  readonly keys?: readonly string[] | undefined;
  readonly to: { readonly href: string } | { readonly run: () => void };
}

/** Filters the entries by title; an empty keyword matches all. */
export function filterByTitle(entries: readonly PaletteEntry[], keyword: string): PaletteEntry[] {
  const word = keyword.toLocaleLowerCase();
  return entries.filter(({ title }) => title.toLocaleLowerCase().includes(word));
}
