import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { hasSinglePage } from '@octavo/contract/item-type';
import { AppError } from '../../app-error.ts';
import type { Ctx, UnitOfWork } from '../../http/context.ts';
import { copyItemFiles } from '../attachment/copy-item-files.ts';
import { copyItem } from '../catalog/copy-tree.ts';
import { insertFirstPage } from '../page/first-page.ts';
import { assertDomain } from './item-domain.policy.ts';
import { itemRepository } from '../../access/item.repository.ts';

type Add = Calls['item']['add'];

function assertName(name: string): void {
  if (name === '') throw new AppError('invalidRequest', { field: 'item_name' });
}

async function assertDomainFree(work: UnitOfWork, domain: string): Promise<void> {
  if (
    domain !== '' &&
    (await itemRepository(work.db).findByDomain(domain.toLowerCase())) !== undefined
  )
    throw new AppError('domainTaken');
}

/** Maps a violation of the unique index, when two requests take the same domain at once, to `domainTaken`. */
export function rethrowDomainTaken(error: unknown): never {
  if (error instanceof Error && 'constraint' in error && error.constraint === 'item_domain')
    throw new AppError('domainTaken');
  throw error;
}

async function newPasswordHash(ctx: Ctx<Add['access']>, input: CallRequest<Add>) {
  if (input.is_private === true && input.password === '')
    throw new AppError('privateNeedsPassword');
  return input.is_private === false || input.password === ''
    ? null
    : ctx.deps.hasher.hash(input.password);
}

async function addNew(ctx: Ctx<Add['access']>, input: CallRequest<Add>) {
  const password_hash = await newPasswordHash(ctx, input);
  return ctx.transaction(async (work) => {
    await assertDomainFree(work, input.item_domain);
    const { item_name, item_description, item_domain, item_type } = input;
    const { uid, username } = ctx.viewer;
    ctx.note({ facts: { is_private: password_hash !== null } });
    const item_id = await itemRepository(work.db).insert({
      item_name,
      item_description,
      item_domain,
      item_type,
      uid,
      password_hash,
    });
    // Items of these two types have exactly one page, created with the item.
    if (hasSinglePage(item_type))
      await insertFirstPage(work, { item_id, item_type, item_name, uid, username });
    return { item_id };
  });
}

/**
 * Copies an item. A copy of a private item has the same password unless the request sets one, and its own files. History,
 * share keys and members are not copied.
 */
async function addCopy(ctx: Ctx<Add['access']>, input: CallRequest<Add>) {
  const source = await ctx.authorize('edit', input.copy_item_id);
  const own = await newPasswordHash(ctx, input);
  return ctx.transaction(async (work) => {
    await assertDomainFree(work, input.item_domain);
    const sourcePassword = await itemRepository(work.db).findVisitPassword(source.itemId);
    const password_hash = own ?? sourcePassword?.password_hash ?? null;
    const { item_name, item_description, item_domain } = input;
    const { uid, username } = ctx.viewer;
    ctx.note({ facts: { is_private: password_hash !== null } });
    const item_id = await itemRepository(work.db).insert({
      item_name,
      item_description,
      item_domain,
      item_type: source.itemType,
      uid,
      password_hash,
    });
    await copyItem(work, source, item_id, { uid, username });
    await copyItemFiles(ctx, work, item_id);
    return { item_id };
  });
}

export async function add(ctx: Ctx<Add['access']>, input: CallRequest<Add>) {
  assertName(input.item_name);
  assertDomain(input.item_domain);
  const work = input.copy_item_id > 0 ? addCopy(ctx, input) : addNew(ctx, input);
  return work.catch(rethrowDomainTaken);
}
