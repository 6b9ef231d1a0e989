import type { Calls } from '@octavo/contract';
import { AppError } from '../../app-error.ts';
import type { Handlers } from '../../http/context.ts';
import { templateRepository } from './template.repository.ts';

/** Limited, because the list contains the full content of every template. */
const MAX_TEMPLATES = 100;

export const templateRoutes: Handlers<Calls['template']> = {
  getList: ({ db, viewer }) => templateRepository(db).list(viewer.uid),

  save: async ({ db, viewer }, { template_title, template_content }) => {
    if (template_title === '') throw new AppError('invalidRequest', { field: 'template_title' });
    if ((await templateRepository(db).count(viewer.uid)) >= MAX_TEMPLATES)
      throw new AppError('quotaUsedUp');
    const template = { uid: viewer.uid, template_title, template_content };
    return { id: await templateRepository(db).insert(template) };
  },

  delete: async ({ db, grant }) => {
    await templateRepository(db).delete(grant);
    return {};
  },
};
