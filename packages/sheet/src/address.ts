const LETTERS = 26;
const FIRST = 65;

/** 0 is A, 26 is AA. */
export function columnName(at: number): string {
  const letter = String.fromCharCode(FIRST + (at % LETTERS));
  return at < LETTERS ? letter : columnName(Math.floor(at / LETTERS) - 1) + letter;
}

export function cellName(row: number, column: number): string {
  return columnName(column) + String(row + 1);
}

export interface Place {
  readonly row: number;
  readonly column: number;
}

export function placeOf(name: string): Place | undefined {
  const found = /^\$?([A-Z]{1,3})\$?([1-9]\d{0,6})$/i.exec(name);
  if (!found) return undefined;
  const [, letters = '', digits = ''] = found;
  let column = 0;
  for (const letter of letters.toUpperCase())
    column = column * LETTERS + letter.charCodeAt(0) - FIRST + 1;
  return { row: Number(digits) - 1, column: column - 1 };
}

/** A rectangle of cells, both ends included. */
export interface Area {
  readonly from: Place;
  readonly to: Place;
}

/** `A1:B2`. */
export function areaOf(name: string): Area | undefined {
  const [first = '', second = first] = name.split(':');
  const [from, to] = [placeOf(first), placeOf(second)];
  return from && to && to.row >= from.row && to.column >= from.column ? { from, to } : undefined;
}

export function areaName({ from, to }: Area): string {
  return `${cellName(from.row, from.column)}:${cellName(to.row, to.column)}`;
}

/** The merged areas of a sheet. */
export function mergesOf(attributes: Readonly<Record<string, unknown>>): Area[] {
  const { merges } = attributes;
  if (!Array.isArray(merges)) return [];
  return merges.flatMap((name) => (typeof name === 'string' ? (areaOf(name) ?? []) : []));
}
