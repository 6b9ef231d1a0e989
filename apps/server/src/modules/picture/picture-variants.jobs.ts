import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import type { UnitOfWork } from '../../http/context.ts';
import { defineJob } from '../../jobs/define-job.ts';
import type { JobContext } from '../../jobs/job-context.ts';
import { handleJob } from '../../jobs/worker.ts';
import { resizePicture, variantWidths } from './resize-picture.ts';
import { attachmentRepository } from '../storage/attachment.repository.ts';
import { pictureRepository } from './picture.repository.ts';

/** Creates the smaller variants of a picture once, after its upload. */
const makeVariants = defineJob({ name: 'picture-copies', payload: z.object({ file_id: z.int() }) });

interface NewPicture {
  readonly file_id: number;
  readonly file_type: string;
  readonly width: number | null;
}

/** Must be called in the transaction that inserts the picture. */
export async function enqueueVariants(
  work: Pick<UnitOfWork, 'enqueue'>,
  { file_id, file_type, width }: NewPicture,
): Promise<void> {
  if (variantWidths(file_type, width ?? 0).length > 0)
    await work.enqueue(makeVariants, { file_id });
}

async function storeVariant(
  { transaction, stores }: JobContext,
  file_id: number,
  width: number,
  bytes: Buffer,
) {
  const storage = await stores.current();
  const object_key = createHash('sha256').update(bytes).digest('hex');
  const variant = { file_id, width, store: storage.name, object_key, file_size: bytes.length };
  await storage.put(object_key, bytes);
  await transaction(async (db) => {
    await attachmentRepository(db).lockObject(variant, 'keep');
    if (!(await storage.find(object_key))) await storage.put(object_key, bytes);
    // Inserts nothing if the file was deleted meanwhile; the clean-up then removes the orphaned object.
    await pictureRepository(db).addVariant(variant);
  });
}

export const pictureJobs = [
  handleJob(makeVariants, async (ctx, { file_id }) => {
    const { db, stores } = ctx;
    const file = await pictureRepository(db).find(file_id);
    const stream = file && (await (await stores.get(file.store)).open(file.object_key));
    if (!stream) return;
    const bytes = await buffer(stream);
    for (const width of variantWidths(file.file_type, file.width ?? 0)) {
      const variant = await resizePicture(bytes, width);
      if (variant) await storeVariant(ctx, file_id, width, variant);
    }
  }),
];
