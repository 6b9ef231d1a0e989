import type { Texts } from '../translate.ts';

export const admin: Texts['admin'] = {
  title: '管理后台',
  sections: '管理后台的各部分',
  manage: '管理',
  site: '站点',
  operate: '运维',
  announcements: '公告',
  announcementsHelp: '现有账号都会收到一条消息。',
  announce: '发布公告',
  announceTitle: '标题',
  announceContent: '正文',
  announced: '公告已发布',
  emptyTitle: '还没有公告',
  emptyText: '可以在这里通知维护时间或新功能。',
  readBy: '{count} 人已读',
  takeBack: '撤回“{notice}”',
  takeBackTitle: '撤回“{notice}”？',
  takeBackText: '所有人的消息里都不再显示这条公告。',
  takeBackAction: '撤回',
  takenBack: '公告已撤回',
};
