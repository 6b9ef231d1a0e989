import type { Calls } from '@octavo/contract';
import type { Handlers } from '../../http/context.ts';
import { beginExport, download, availableFormats, status } from './export-task.service.ts';
import { exportDirectly } from './export.service.ts';

export const exportRoutes: Handlers<Calls['export']> = {
  word: (ctx, input) => exportDirectly(ctx, input, 'word'),
  markdown: (ctx, input) => exportDirectly(ctx, input, 'markdown'),
  html: (ctx, input) => exportDirectly(ctx, input, 'html'),
  openapi: (ctx, input) => exportDirectly(ctx, input, 'openapi'),
  forms: async ({ deps }) => ({ formats: availableFormats(deps) }),
  begin: (ctx, input) => ctx.transaction((work) => beginExport(work, ctx, input)),
  status,
  download,
};
