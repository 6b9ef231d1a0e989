import type { ExportFormat } from '@octavo/contract/export-format';
import type { Archive } from './archive.ts';
import type { ExportSource } from './export-source.ts';
import type { ExportTools } from './export-tools.ts';
import { writeMarkdownZip } from './markdown-zip/write-markdown-zip.ts';
import { writeWord } from './word/write-word.ts';

interface Format {
  /** Of the file's name. */
  readonly ending: string;
  write(archive: Archive, source: ExportSource, tools: ExportTools): Promise<void>;
}

/** The forms in which an item leaves the site. */
export const formats = {
  word: { ending: '.docx', write: writeWord },
  markdown: { ending: '.zip', write: writeMarkdownZip },
} as const satisfies Record<ExportFormat, Format>;
