import type { ExportFormat } from '@octavo/contract/export-format';
import type { Deps } from '../../deps.ts';
import { contentDisposition } from '../storage/file-name.policy.ts';
import type { ExportSource } from './export-source.ts';
import type { ExportTools } from './export-tools.ts';
import { formats } from './formats.ts';
import { safeName } from '../../lib/file-names.ts';

export function fileName(source: ExportSource, format: ExportFormat): string {
  return safeName(source.name, 'export') + formats[format].extension(source);
}

export function exportTools(deps: Deps, onPage?: () => void): ExportTools {
  const { exporter, stores, log, config } = deps;
  const tools = {
    exporter,
    stores,
    log,
    siteOrigin: config.publicUrl.origin,
    printer: config.printer,
  };
  return onPage ? { ...tools, onPage } : tools;
}

/** Exports contain what one user may read, so they must not be cached. */
export function fileHeaders(name: string) {
  return {
    'content-disposition': contentDisposition(false, name),
    'cache-control': 'private, no-store',
  };
}
