import type { Calls } from '@octavo/contract';
import { AppError } from '../../app-error.ts';
import type { Handlers } from '../../http/context.ts';
import { renderNotice } from './render-notice.ts';
import { publishNotice, notify } from './notify.ts';
import { noticeRepository } from './notice.repository.ts';

export const noticeRoutes: Handlers<Calls['notice']> = {
  getList: async ({ db, viewer, language }, { notice_type, count, page }) => {
    const rows = await noticeRepository(db).list(viewer.uid, notice_type === 'unread', count, page);
    return {
      list: rows.map((row) => renderNotice(language, row)),
      ...(await noticeRepository(db).count(viewer.uid)),
    };
  },

  setRead: async (ctx) => {
    await noticeRepository(ctx.db).setRead(ctx.grant, ctx.viewer.uid);
    ctx.afterCommit(() => publishNotice(ctx, [ctx.viewer.uid]));
    return {};
  },

  setAllRead: async (ctx) => {
    await noticeRepository(ctx.db).setAllRead(ctx.viewer.uid);
    ctx.afterCommit(() => publishNotice(ctx, [ctx.viewer.uid]));
    return {};
  },

  delete: async (ctx) => {
    await noticeRepository(ctx.db).delete(ctx.grant, ctx.viewer.uid);
    ctx.afterCommit(() => publishNotice(ctx, [ctx.viewer.uid]));
    return {};
  },

  feedback: async (ctx, { content }) => {
    if (content.trim() === '') throw new AppError('invalidRequest', { field: 'content' });
    await notify(ctx, ctx, await noticeRepository(ctx.db).listAdministrators(), {
      kind: 'feedback',
      facts: { content },
    });
    return {};
  },
};
