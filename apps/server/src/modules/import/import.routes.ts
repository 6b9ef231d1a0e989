import type { Calls } from '@octavo/contract';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { AppError } from '../../app-error.ts';
import type { Ctx, Handlers } from '../../http/context.ts';
import { insertImported } from './new-item.ts';

type Import = Calls['import'];

/** More lines help nobody; the first ones tell what kind of thing is missing. */
const MOST_NOTES = 500;

/** The item is its owner's alone until they give it a visit password of their own or open it. */
async function auto(ctx: Ctx<Import['auto']['access']>) {
  const { deps, viewer, language, file } = ctx;
  if (!file) throw new AppError('invalidRequest', { field: 'file' });
  const imported = await deps.importer.read(await readFile(file.path), language);
  const nobodysPassword = await deps.hasher.hash(randomBytes(32).toString('hex'));
  const item_id = await ctx.transaction((work) =>
    insertImported(work, imported, viewer, nobodysPassword),
  );
  const { item_name, pages, notes } = imported;
  return { item_id, item_name, page_count: pages.length, notes: notes.slice(0, MOST_NOTES) };
}

export const importRoutes: Handlers<Import> = { auto };
