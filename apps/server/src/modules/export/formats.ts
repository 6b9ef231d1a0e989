import type { Readable } from 'node:stream';
import type { ExportFormat } from '@octavo/contract/export-format';
import { createArchive } from '../../lib/zip-writer.ts';
import type { Archive } from '../../lib/zip-writer.ts';
import type { ExportSource } from './export-source.ts';
import type { ExportTools } from './export-tools.ts';
import { writeMarkdownZip } from './markdown-zip/write-markdown-zip.ts';
import { writeOpenapi } from './openapi/write-openapi.ts';
import { pdfExtension, writePdf } from './pdf/write-pdf.ts';
import { writeSite } from './site/write-site.ts';
import { writeWord } from './word/write-word.ts';

interface Format {
  /** The extension of the file name. */
  extension(source: ExportSource): string;
  /** Streams the file while it is written; failures are errors of the stream. */
  write(source: ExportSource, tools: ExportTools): Readable;
}

type WriteArchive = (archive: Archive, source: ExportSource, tools: ExportTools) => Promise<void>;

function zipFormat(extension: string, write: WriteArchive): Format {
  return {
    extension: () => extension,
    write(source, tools) {
      const archive = createArchive();
      write(archive, source, tools).catch(archive.fail);
      return archive.output;
    },
  };
}

/** The export formats. */
export const formats: Readonly<Record<ExportFormat, Format>> = {
  word: zipFormat('.docx', writeWord),
  markdown: zipFormat('.zip', writeMarkdownZip),
  html: zipFormat('.html.zip', writeSite),
  pdf: { extension: pdfExtension, write: (source, tools) => writePdf(source, tools) },
  openapi: { extension: () => '.openapi.json', write: writeOpenapi },
};
