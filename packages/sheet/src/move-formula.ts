import { columnName, parseCellName } from './address.ts';

/** Maps the index of a line to its new index; undefined if the line was removed. */
export type Move = (at: number) => number | undefined;

export interface Moves {
  readonly row: Move;
  readonly column: Move;
}

const COLUMN = String.raw`\$?[A-Z]{1,3}`;
const ROW = String.raw`\$?[1-9]\d{0,6}`;
const CELL = `${COLUMN}${ROW}`;
const SHEET = String.raw`(?:'(?:[^']|'')+'|[\p{L}\p{N}_.]+)!`;
/** String literals, which are skipped, and addresses: `A1`, `$A$1:B2`, `A:B`, `1:2`, with or without a sheet. */
const TOKENS = new RegExp(
  String.raw`"(?:[^"]|"")*"|(?<![\p{L}\p{N}_.$'!])(${SHEET})?(${CELL}(?::${CELL})?|${COLUMN}:${COLUMN}|${ROW}:${ROW})(?![\p{L}\p{N}_(.!])`,
  'giu',
);

const REF_ERROR = '#REF!';

/** Masks the addresses in a formula, so that a moved formula equals the original. */
export function maskAddresses(formula: string): string {
  return formula.replaceAll(TOKENS, (token, sheet: unknown, address: unknown) =>
    address === undefined ? token : `${typeof sheet === 'string' ? sheet : ''}@`,
  );
}

function unquoteSheetName(sheet: string): string {
  const name = sheet.slice(0, -1);
  return name.startsWith("'") ? name.slice(1, -1).replaceAll("''", "'") : name;
}

/** The first line from one end of a range towards the other that was not removed. */
function nearestRemaining(move: Move, from: number, to: number): number | undefined {
  const by = from <= to ? 1 : -1;
  for (let at = from; at !== to + by; at += by) {
    const moved = move(at);
    if (moved !== undefined) return moved;
  }
  return undefined;
}

/** Moves a range of lines; shrinks it if its ends were removed. */
export function moveRange(move: Move, from: number, to: number): [number, number] | undefined {
  const [first, last] = [nearestRemaining(move, from, to), nearestRemaining(move, to, from)];
  return first === undefined || last === undefined ? undefined : [first, last];
}

interface AddressEnd {
  readonly column: number | undefined;
  readonly row: number | undefined;
  readonly fixed: readonly [column: string, row: string];
}

function parseEnd(text: string): AddressEnd {
  const [, fixedColumn = '', letters, fixedRow = '', digits] =
    /^(\$?)([A-Z]+)?(\$?)(\d+)?$/i.exec(text) ?? [];
  const position = parseCellName(`${letters ?? 'A'}${digits ?? '1'}`);
  return {
    column: letters === undefined ? undefined : position?.column,
    row: digits === undefined ? undefined : position?.row,
    // In `$1` without a column, the `$` belongs to the row.
    fixed: letters === undefined ? ['', fixedColumn || fixedRow] : [fixedColumn, fixedRow],
  };
}

function moveAddress(address: string, { row, column }: Moves): string {
  const [first = '', second] = address.split(':');
  const [from, to] = [parseEnd(first), parseEnd(second ?? first)];
  const columns = [from.column, to.column] as const;
  const rows = [from.row, to.row] as const;
  const moved = (move: Move, [a, b]: readonly [number | undefined, number | undefined]) =>
    a === undefined || b === undefined ? [undefined, undefined] : moveRange(move, a, b);
  const [movedColumns, movedRows] = [moved(column, columns), moved(row, rows)];
  if (!movedColumns || !movedRows) return REF_ERROR;
  const write = (end: AddressEnd, side: 0 | 1) => {
    const [atColumn, atRow] = [movedColumns[side], movedRows[side]];
    const letters = atColumn === undefined ? '' : end.fixed[0] + columnName(atColumn);
    return letters + (atRow === undefined ? '' : end.fixed[1] + String(atRow + 1));
  };
  return second === undefined ? write(from, 0) : `${write(from, 0)}:${write(to, 1)}`;
}

/** Rewrites a formula after lines were moved. `movesOf` returns the moves of a sheet; undefined is the formula's own sheet. */
export function moveFormula(
  formula: string,
  movesOf: (sheet: string | undefined) => Moves | undefined,
): string {
  return formula.replaceAll(TOKENS, (token, sheet: unknown, address: unknown) => {
    if (typeof address !== 'string') return token;
    const named = typeof sheet === 'string' ? sheet : undefined;
    const moves = movesOf(named === undefined ? undefined : unquoteSheetName(named));
    return moves ? (named ?? '') + moveAddress(address, moves) : token;
  });
}
