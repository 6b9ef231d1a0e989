const MOST_LEVELS = 3;
const MOST_OF_CATALOG = 100;
const MOST_OF_TITLE = 200;

function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}

export function titleFrom(text: string, fallback: string): string {
  return oneLine(text).slice(0, MOST_OF_TITLE).trim() || oneLine(fallback).slice(0, MOST_OF_TITLE);
}

/** The catalog path of these folders; levels below the third are joined into its name. */
export function wayFrom(names: readonly string[]): readonly string[] {
  const plain = names.map(oneLine).filter((name) => name !== '');
  const deep = plain.slice(MOST_LEVELS - 1).join(' / ');
  const way = [...plain.slice(0, MOST_LEVELS - 1), ...(deep === '' ? [] : [deep])];
  return way.map((name) => name.slice(0, MOST_OF_CATALOG).trim());
}

/** The item name when the archive does not contain one. */
export function nameOfArchive(fileName: string): string {
  return oneLine(fileName.replace(/\.zip$/i, '')).slice(0, MOST_OF_CATALOG) || 'Markdown';
}
