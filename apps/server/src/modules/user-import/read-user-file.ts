import { MAX_USER_FILE_COLUMNS } from '@octavo/contract/limits';
import { streamCsvRows } from 'hucre/csv';
import { AppError } from '../../app-error.ts';
import { decodeCsvField } from '../../lib/csv-field.ts';
import { decodeText } from '../../lib/decode-text.ts';

interface FileLine {
  /** The number of the line in the file, from 1; a quoted field may have several lines. */
  readonly line: number;
  readonly fields: readonly string[];
}

export interface UserFile {
  readonly encoding: string;
  readonly delimiter: string;
  readonly headers: readonly string[];
  /** The lines after the first one, without empty ones. Parses them while they are read. */
  readonly lines: () => Iterable<FileLine>;
}

const DELIMITERS = [',', ';', '\t'] as const;

/** The separator that the first line contains most often outside of quotation marks. */
function findDelimiter(text: string): string {
  const end = text.search(/[\r\n]/);
  const first = (end === -1 ? text : text.slice(0, end)).replaceAll(/"[^"]*"/g, '');
  const countOf = (delimiter: string) => first.split(delimiter).length;
  return DELIMITERS.reduce((best, other) => (countOf(other) > countOf(best) ? other : best));
}

const countBreaks = (field: string) => field.match(/\r\n|\r|\n/g)?.length ?? 0;

function* readLines(text: string, delimiter: string): Generator<FileLine> {
  let line = 1;
  for (const values of streamCsvRows(text, { delimiter })) {
    const fields = values.map((value) => String(value ?? ''));
    if (fields.some((field) => field.trim() !== ''))
      yield { line, fields: fields.map((field) => decodeCsvField(field.trim())) };
    line += 1 + fields.reduce((sum, field) => sum + countBreaks(field), 0);
  }
}

export function readUserFile(bytes: Uint8Array): UserFile {
  const { text, encoding } = decodeText(bytes);
  // A workbook or another file that is no text.
  if (text.includes('\0')) throw new AppError('userFileUnreadable');
  const delimiter = findDelimiter(text);
  const [first] = readLines(text, delimiter);
  if (!first || first.fields.length > MAX_USER_FILE_COLUMNS)
    throw new AppError('userFileUnreadable');
  return {
    encoding,
    delimiter,
    headers: first.fields.map((header) => header.slice(0, 100)),
    *lines() {
      for (const line of readLines(text, delimiter)) if (line.line > first.line) yield line;
    },
  };
}
