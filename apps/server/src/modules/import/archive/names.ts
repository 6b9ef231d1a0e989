const MAX_CATALOG_DEPTH = 3;
const MAX_CATALOG_NAME_LENGTH = 100;
const MAX_TITLE_LENGTH = 200;

function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}

export function toTitle(text: string, fallback: string): string {
  return (
    oneLine(text).slice(0, MAX_TITLE_LENGTH).trim() || oneLine(fallback).slice(0, MAX_TITLE_LENGTH)
  );
}

/** The catalog path of these folders; levels below the third are joined into its name. */
export function toCatalogPath(names: readonly string[]): readonly string[] {
  const plain = names.map(oneLine).filter((name) => name !== '');
  const deepLevels = plain.slice(MAX_CATALOG_DEPTH - 1).join(' / ');
  const catalogPath = [
    ...plain.slice(0, MAX_CATALOG_DEPTH - 1),
    ...(deepLevels === '' ? [] : [deepLevels]),
  ];
  return catalogPath.map((name) => name.slice(0, MAX_CATALOG_NAME_LENGTH).trim());
}

/** The item name when the archive does not contain one. */
export function archiveTitle(fileName: string): string {
  return oneLine(fileName.replace(/\.zip$/i, '')).slice(0, MAX_CATALOG_NAME_LENGTH) || 'Markdown';
}
