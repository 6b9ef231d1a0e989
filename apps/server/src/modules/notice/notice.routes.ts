import type { Calls } from '@octavo/contract';
import { AppError } from '../../app-error.ts';
import type { Handlers } from '../../http/context.ts';
import { renderNotice } from './render-notice.ts';
import { publishNotice, notify } from './notify.ts';

export const noticeRoutes: Handlers<Calls['notice']> = {
  getList: async ({ repos, viewer, language }, { notice_type, count, page }) => {
    const rows = await repos.notices.list(viewer.uid, notice_type === 'unread', count, page);
    return {
      list: rows.map((row) => renderNotice(language, row)),
      ...(await repos.notices.count(viewer.uid)),
    };
  },

  setRead: async (ctx) => {
    await ctx.repos.notices.setRead(ctx.grant, ctx.viewer.uid);
    ctx.afterCommit(() => publishNotice(ctx, [ctx.viewer.uid]));
    return {};
  },

  setAllRead: async (ctx) => {
    await ctx.repos.notices.setAllRead(ctx.viewer.uid);
    ctx.afterCommit(() => publishNotice(ctx, [ctx.viewer.uid]));
    return {};
  },

  delete: async (ctx) => {
    await ctx.repos.notices.delete(ctx.grant, ctx.viewer.uid);
    ctx.afterCommit(() => publishNotice(ctx, [ctx.viewer.uid]));
    return {};
  },

  feedback: async (ctx, { content }) => {
    if (content.trim() === '') throw new AppError('invalidRequest', { field: 'content' });
    await notify(ctx, ctx, await ctx.repos.notices.listAdministrators(), {
      kind: 'feedback',
      facts: { content },
    });
    return {};
  },
};
