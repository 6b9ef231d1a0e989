const ALPHABET_SIZE = 26;
const CHAR_CODE_A = 65;

/** 0 is A, 26 is AA. */
export function columnName(at: number): string {
  const letter = String.fromCharCode(CHAR_CODE_A + (at % ALPHABET_SIZE));
  return at < ALPHABET_SIZE ? letter : columnName(Math.floor(at / ALPHABET_SIZE) - 1) + letter;
}

export function cellName(row: number, column: number): string {
  return columnName(column) + String(row + 1);
}

export interface CellPosition {
  readonly row: number;
  readonly column: number;
}

export function parseCellName(name: string): CellPosition | undefined {
  const match = /^\$?([A-Z]{1,3})\$?([1-9]\d{0,6})$/i.exec(name);
  if (!match) return undefined;
  const [, letters = '', digits = ''] = match;
  let column = 0;
  for (const letter of letters.toUpperCase())
    column = column * ALPHABET_SIZE + letter.charCodeAt(0) - CHAR_CODE_A + 1;
  return { row: Number(digits) - 1, column: column - 1 };
}

/** A rectangle of cells, both ends included. */
export interface Area {
  readonly from: CellPosition;
  readonly to: CellPosition;
}

/** `A1:B2`. */
export function parseArea(name: string): Area | undefined {
  const [first = '', second = first] = name.split(':');
  const [from, to] = [parseCellName(first), parseCellName(second)];
  return from && to && to.row >= from.row && to.column >= from.column ? { from, to } : undefined;
}

export function areaName({ from, to }: Area): string {
  return `${cellName(from.row, from.column)}:${cellName(to.row, to.column)}`;
}

/** The merged areas of a sheet. */
export function mergedAreas(attributes: Readonly<Record<string, unknown>>): Area[] {
  const { merges } = attributes;
  if (!Array.isArray(merges)) return [];
  return merges.flatMap((name) => (typeof name === 'string' ? (parseArea(name) ?? []) : []));
}
