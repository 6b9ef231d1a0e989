import type { Calls } from '@octavo/contract';
import { AppError } from '../../app-error.ts';
import type { Handlers } from '../../http/context.ts';

/** Limited, because the list contains the full content of every template. */
const MAX_TEMPLATES = 100;

export const templateRoutes: Handlers<Calls['template']> = {
  getList: ({ repos, viewer }) => repos.templates.list(viewer.uid),

  save: async ({ repos, viewer }, { template_title, template_content }) => {
    if (template_title === '') throw new AppError('invalidRequest', { field: 'template_title' });
    if ((await repos.templates.count(viewer.uid)) >= MAX_TEMPLATES)
      throw new AppError('quotaUsedUp');
    const template = { uid: viewer.uid, template_title, template_content };
    return { id: await repos.templates.insert(template) };
  },

  delete: async ({ repos, grant }) => {
    await repos.templates.delete(grant);
    return {};
  },
};
