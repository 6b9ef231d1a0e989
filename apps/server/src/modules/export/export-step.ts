import { exportFormats } from '@octavo/contract/export-format';
import { z } from 'zod';
import { authorizeItem } from '../../access/authorize.ts';
import { storeTaskFile, attachTaskFile } from '../task/task-file.ts';
import { defineTaskStep } from '../task/task-step.ts';
import type { TaskRun } from '../task/task-step.ts';
import { openExportSource } from './export-source.ts';
import { exportTools, fileName } from './export-file.ts';
import { formats } from './formats.ts';

export const EXPORT_TASK_KIND = 'export';

/** The stored request of the task. */
export const exportRequest = z.object({
  format: z.enum(exportFormats),
  cat_id: z.int(),
  page_id: z.int(),
});

/** Checks the rights when the export is written, not when it was requested. */
async function openTaskSource({ deps, viewer, task, language }: TaskRun) {
  const subject = { viewer, visitPass: () => undefined };
  const grant = await authorizeItem(subject, 'edit', task.item_id, deps, 'copies');
  const { format, ...selection } = exportRequest.parse(task.request);
  return { format, source: await openExportSource(deps.readDb, grant, selection, language) };
}

/** Writes the file to the local disk, moves it to the store and attaches it to the task. */
export const exportStep = defineTaskStep('export-write', async (run) => {
  const { deps, task } = run;
  const { format, source } = await openTaskSource(run);
  let done = 0;
  run.progress(done, source.pageCount);
  const onPage = () => run.progress((done += 1), source.pageCount);
  const output = formats[format].write(source, exportTools(deps, onPage));
  const spooled = await deps.stores.spool(output, fileName(source, format));
  try {
    const storedFile = await storeTaskFile(deps, spooled);
    await run.finish(async (work) => {
      await attachTaskFile(work, deps, task.task_id, storedFile, spooled);
      return { state: 'done' };
    });
  } finally {
    await spooled.discard();
  }
});
