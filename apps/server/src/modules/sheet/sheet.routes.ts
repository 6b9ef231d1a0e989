import { readFile } from 'node:fs/promises';
import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { AppError } from '../../app-error.ts';
import type { Ctx, Handlers } from '../../http/context.ts';
import { loadPage } from '../page/page-info.service.ts';

type Sheet = Calls['sheet'];

async function read({ deps, file }: Ctx<Sheet['read']['access']>) {
  if (!file) throw new AppError('invalidRequest', { field: 'file' });
  const name = file.name.replace(/\.[^.]*$/, '').slice(0, 100) || 'sheet1';
  return { page_content: await deps.sheetFiles.read(await readFile(file.path), name) };
}

/** The file is named after the page; characters that are invalid in file names are replaced by spaces. */
function contentDisposition(title: string, extension: string): string {
  const name = `${title.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, ' ').trim() || 'table'}.${extension}`;
  return `attachment; filename="table.${extension}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}

async function exportSheet(
  ctx: Ctx<Sheet['export']['access']>,
  { page_id, format, sheet }: CallRequest<Sheet['export']>,
) {
  const page = await loadPage(ctx, page_id);
  const content = page.page_content;
  const body = await ctx.deps.sheetFiles.write(
    format === 'csv' ? { kind: 'csv', content, sheet } : { kind: 'xlsx', content },
  );
  return {
    body,
    headers: { 'content-disposition': contentDisposition(page.page_title, format) },
  };
}

export const sheetRoutes: Handlers<Sheet> = { read, export: exportSheet };
