import type { Calls } from '@octavo/contract';
import type { Handlers } from '../../http/context.ts';
import { beginExport, download, formsOf, status } from './export-task.service.ts';
import { direct } from './export.service.ts';

export const exportRoutes: Handlers<Calls['export']> = {
  word: (ctx, input) => direct(ctx, input, 'word'),
  markdown: (ctx, input) => direct(ctx, input, 'markdown'),
  html: (ctx, input) => direct(ctx, input, 'html'),
  openapi: (ctx, input) => direct(ctx, input, 'openapi'),
  forms: async ({ deps }) => ({ formats: formsOf(deps) }),
  begin: (ctx, input) => ctx.transaction((work) => beginExport(work, ctx, input)),
  status,
  download,
};
