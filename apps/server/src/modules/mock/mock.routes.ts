import { randomBytes } from 'node:crypto';
import type { Calls } from '@octavo/contract';
import { lockEditablePage, lockItem } from '../../access/lock-item.ts';
import { AppError } from '../../app-error.ts';
import type { Handlers } from '../../http/context.ts';
import { mockRepository } from './mock.repository.ts';

/** A template must be a JSON object or array. */
function assertTemplate(template: string): void {
  try {
    const value: unknown = JSON.parse(template);
    if (typeof value === 'object' && value !== null) return;
  } catch {
    // Handled by the error below.
  }
  throw new AppError('invalidRequest', { field: 'template' });
}

function withLeadingSlash(path: string): string {
  return path.startsWith('/') ? path : `/${path}`;
}

export const mockRoutes: Handlers<Calls['mock']> = {
  add: async ({ deps, grant, viewer, transaction }, { page_id, template, path }) => {
    assertTemplate(template);
    await deps.mockSamples.make(template);
    return transaction(async ({ db }) => {
      await lockEditablePage(db, grant, viewer.uid, {
        pageId: page_id,
        lockMode: 'content',
      });
      return mockRepository(db).save(grant, {
        page_id,
        uid: viewer.uid,
        unique_key: randomBytes(16).toString('hex'),
        template,
        path: path === undefined ? undefined : withLeadingSlash(path),
      });
    });
  },

  infoByPageId: async ({ db, deps, grant }, { page_id }) => {
    const mock = await mockRepository(db).findByPage(grant, page_id);
    const itemMeta = await deps.itemMetaCache.get(grant.itemId);
    return {
      page_id,
      template: mock?.template ?? '',
      path: mock?.path ?? '',
      unique_key: mock?.unique_key ?? '',
      is_private: itemMeta?.is_private ?? false,
      is_path_open: await mockRepository(db).isOpen(grant),
      is_owner: grant.owner,
    };
  },

  sample: async ({ deps }, { template }) => {
    assertTemplate(template);
    return { sample: await deps.mockSamples.make(template) };
  },

  openPath: async ({ db, grant, viewer, note }, { is_open }) => {
    const { owner, limits } = await lockItem(db, grant, viewer.uid, 'content');
    if (!owner) throw new AppError('notManager');
    // An archived item may become less visible, never more.
    if (is_open && limits.includes('archived')) throw new AppError('itemArchived');
    note({ was: { is_open: await mockRepository(db).isOpen(grant) } });
    await mockRepository(db).setOpen(grant, is_open);
    return {};
  },
};
