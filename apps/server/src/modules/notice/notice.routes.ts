import type { Calls } from '@octavo/contract';
import { AppError } from '../../app-error.ts';
import type { Handlers } from '../../http/context.ts';
import { inWords } from './notice-words.ts';
import { ring, tell } from './tell.ts';

export const noticeRoutes: Handlers<Calls['notice']> = {
  getList: async ({ repos, viewer, language }, { notice_type, count, page }) => {
    const rows = await repos.notices.list(viewer.uid, notice_type === 'unread', count, page);
    return {
      list: rows.map((row) => inWords(language, row)),
      ...(await repos.notices.count(viewer.uid)),
    };
  },

  setRead: async (ctx) => {
    await ctx.repos.notices.setRead(ctx.grant, ctx.viewer.uid);
    ctx.afterCommit(() => ring(ctx, [ctx.viewer.uid]));
    return {};
  },

  setAllRead: async (ctx) => {
    await ctx.repos.notices.setAllRead(ctx.viewer.uid);
    ctx.afterCommit(() => ring(ctx, [ctx.viewer.uid]));
    return {};
  },

  delete: async (ctx) => {
    await ctx.repos.notices.delete(ctx.grant, ctx.viewer.uid);
    ctx.afterCommit(() => ring(ctx, [ctx.viewer.uid]));
    return {};
  },

  feedback: async (ctx, { content }) => {
    if (content.trim() === '') throw new AppError('invalidRequest', { field: 'content' });
    await tell(ctx, ctx, await ctx.repos.notices.listAdministrators(), {
      kind: 'feedback',
      facts: { content },
    });
    return {};
  },
};
