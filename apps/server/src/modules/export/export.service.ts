import type { Calls } from '@octavo/contract';
import type { CallRequest, FileResult } from '@octavo/contract/define-call';
import { MAX_DIRECT_EXPORT_PAGES } from '@octavo/contract/export.contract';
import type { ExportFormat } from '@octavo/contract/export-format';
import { paths } from '@octavo/contract/paths';
import type { Ctx } from '../../http/context.ts';
import { exportTools, fileHeaders, fileName } from './export-file.ts';
import { openExportSource } from './export-source.ts';
import type { ExportSource } from './export-source.ts';
import { beginExport } from './export-task.service.ts';
import { formats } from './formats.ts';

type Direct = Calls['export']['word'];
type DirectCtx = Ctx<Direct['access']>;

/** Streams the file while it is written. */
async function sendNow(ctx: DirectCtx, source: ExportSource, format: ExportFormat) {
  const { deps, viewer } = ctx;
  const releaseSlot = deps.exporter.acquireSlot(viewer.uid);
  try {
    // The transaction writes only the audit log entry.
    await ctx.transaction(async () => {});
  } catch (error) {
    releaseSlot();
    throw error;
  }
  const body = formats[format].write(source, exportTools(deps));
  body.once('close', releaseSlot);
  body.once('error', (error) => deps.log.error({ err: error }, 'export failed'));
  return { body, headers: fileHeaders(fileName(source, format)) };
}

/** Responds with the file; for a large item it creates a task and redirects to the export page. */
export async function exportDirectly(
  ctx: DirectCtx,
  input: CallRequest<Direct>,
  format: ExportFormat,
): Promise<FileResult> {
  const { deps, grant, language } = ctx;
  const source = await openExportSource(deps.readDb, grant, input, language);
  if (source.pageCount <= MAX_DIRECT_EXPORT_PAGES) return sendNow(ctx, source, format);
  const { task_id } = await ctx.transaction((work) => beginExport(work, ctx, { ...input, format }));
  const location = paths.exportItem.href({ item_id: grant.itemId }, { task_id });
  return { status: 303, body: '', headers: { location } };
}
