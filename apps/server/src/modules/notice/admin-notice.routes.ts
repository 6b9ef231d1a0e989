import type { Calls } from '@octavo/contract';
import { AppError } from '../../app-error.ts';
import type { Handlers } from '../../http/context.ts';
import { publishNoticeToAll } from './notify.ts';
import { noticeRepository } from './notice.repository.ts';

export const adminNoticeRoutes: Handlers<Calls['adminNotice']> = {
  getList: async ({ db }) => {
    const rows = await noticeRepository(db).listAnnouncements();
    return rows.map(({ facts, ...row }) => ({
      ...row,
      notice_title: String(facts['title']),
      notice_content: String(facts['content']),
    }));
  },

  announce: async (ctx, { notice_title, notice_content }) => {
    if (notice_title === '') throw new AppError('invalidRequest', { field: 'notice_title' });
    await noticeRepository(ctx.db).announce(notice_title, notice_content);
    ctx.afterCommit(() => publishNoticeToAll(ctx));
    return {};
  },

  delete: async (ctx, { notice_id }) => {
    if (!(await noticeRepository(ctx.db).deleteAnnouncement(notice_id)))
      throw new AppError('notFound');
    ctx.afterCommit(() => publishNoticeToAll(ctx));
    return {};
  },
};
