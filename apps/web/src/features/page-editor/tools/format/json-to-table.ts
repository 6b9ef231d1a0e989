import { escapeMarkdown, table } from '@octavo/markdown/write-markdown';

export interface ParameterLabels {
  readonly name: string;
  readonly type: string;
  readonly remark: string;
}

/** Limits the recursion, because the input may be nested arbitrarily deep. */
const MAX_DEPTH = 32;
const MAX_ROWS = 2000;

type Rows = Map<string, Set<string>>;

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

function addRow(rows: Rows, name: string, value: unknown): void {
  if (!rows.has(name) && rows.size >= MAX_ROWS) return;
  rows.set(name, (rows.get(name) ?? new Set()).add(typeOf(value)));
}

/** Merges the fields of all elements of an array into one list. */
function collectFields(rows: Rows, value: unknown, path: string, depth: number): void {
  if (depth > MAX_DEPTH) return;
  if (Array.isArray(value)) {
    for (const element of value) collectFields(rows, element, `${path}[]`, depth + 1);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const name = path === '' ? key : `${path}.${key}`;
    addRow(rows, name, inner);
    collectFields(rows, inner, name, depth + 1);
  }
}

/** The types of a field; `null` is listed only when the field has no other type. */
function typeText(types: ReadonlySet<string>): string {
  const nonNullTypes = [...types].filter((type) => type !== 'null');
  return nonNullTypes.length > 0 ? nonNullTypes.join(', ') : 'null';
}

/** Converts a JSON sample to a parameter table; returns undefined for invalid JSON or JSON without fields. */
export function jsonToTable(json: string, labels: ParameterLabels): string | undefined {
  const rows: Rows = new Map();
  try {
    collectFields(rows, JSON.parse(json), '', 0);
  } catch {
    return undefined;
  }
  if (rows.size === 0) return undefined;
  return table(
    [labels.name, labels.type, labels.remark],
    [...rows].map(([name, types]) => [escapeMarkdown(name), typeText(types), '']),
  );
}
