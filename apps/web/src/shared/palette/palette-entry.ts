import type { ReactNode } from 'react';

export type PaletteGroup = 'pages' | 'elsewhere' | 'items' | 'actions';

/** One line of the palette: it leads somewhere or does something. */
export interface PaletteEntry {
  readonly key: string;
  readonly group: PaletteGroup;
  readonly icon: ReactNode;
  readonly title: string;
  /** After the title: where it is, or the words around the hit. */
  readonly hint?: string | undefined;
  readonly keys?: readonly string[] | undefined;
  readonly to: { readonly href: string } | { readonly run: () => void };
}

/** What has a word in its name, or everything while nothing is typed. */
export function named(entries: readonly PaletteEntry[], keyword: string): PaletteEntry[] {
  const word = keyword.toLocaleLowerCase();
  return entries.filter(({ title }) => title.toLocaleLowerCase().includes(word));
}
