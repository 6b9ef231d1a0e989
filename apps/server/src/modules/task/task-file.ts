import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import type { UnitOfWork } from '../../http/context.ts';
import type { UploadedFile } from '../../http/spool.ts';
import { removeUnusedObject, toRemovalContext } from '../attachment/remove-file.ts';
import type { TaskFile } from './task.repository.ts';
import { attachmentRepository } from '../storage/attachment.repository.ts';
import { taskRepository } from './task.repository.ts';

type LocalTaskFile = Pick<UploadedFile, 'path' | 'size' | 'md5' | 'sha256' | 'name'>;

/** Puts a local file into the store, where every process can read it. `attachTaskFile` then inserts its row. */
export async function storeTaskFile({ stores }: Deps, file: LocalTaskFile): Promise<TaskFile> {
  const storage = await stores.current();
  await storage.put(file.sha256, file);
  return {
    store: storage.name,
    object_key: file.sha256,
    file_size: file.size,
    file_name: file.name.toWellFormed().replaceAll('\0', '').slice(0, 200),
  };
}

/** Must run in the transaction that attaches the file to the task. The lock prevents the removal of the object. */
export async function attachTaskFile(
  work: UnitOfWork,
  deps: Deps,
  taskId: number,
  file: TaskFile,
  localFile: LocalTaskFile,
) {
  await attachmentRepository(work.db).lockObject(file, 'keep');
  const storage = await deps.stores.get(file.store);
  // Another task may have had the same object, which was removed when that task ended.
  if (!(await storage.find(file.object_key))) await storage.put(file.object_key, localFile);
  await taskRepository(work.db).setFile(taskId, file);
}

/** Removes the file of a task that no longer needs it. */
export async function removeTaskFile(
  work: UnitOfWork,
  deps: Deps,
  taskId: number,
  file: Pick<TaskFile, 'store' | 'object_key'>,
) {
  await taskRepository(work.db).deleteFile(taskId);
  work.afterCommit(() => {
    removeUnusedObject(toRemovalContext(deps), file).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'removing the file of a task failed; clean-up will remove it'),
    );
  });
}

/** Downloads the file of a task to the local disk. The caller must discard it. */
export async function fetchTaskFile(
  { stores }: Deps,
  file: Pick<TaskFile, 'store' | 'object_key' | 'file_name'>,
): Promise<UploadedFile> {
  const bytes = await (await stores.get(file.store)).open(file.object_key);
  if (!bytes) throw new AppError('unavailable');
  return stores.spool(bytes, file.file_name);
}
