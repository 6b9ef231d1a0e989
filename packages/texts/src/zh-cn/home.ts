import type { Texts } from '../translate.ts';

export const home: Texts['home'] = {
  favourites: '收藏',
  favouritesHint: '给项目或页面加星标，就会显示在这里',
  recent: '最近浏览',
  drafts: '我的草稿',
  changes: '你离开后的更新',
  seeAll: '查看全部',
  seeAllFavourites: '查看全部收藏',
  seeAllRecent: '查看全部最近浏览',
  seeAllDrafts: '查看全部草稿',
  seeAllChanges: '查看全部更新',
  markSeen: '标为已读',
  seen: '已将全部更新标为已读',

  newPage: '{title}，新页面',
  renamed: '{title}，原名“{former}”',
  edits: '{author}，{count} 次编辑',
  changesRow: '你离开后有 {count} 处更新',
  changesRowMany: '你离开后有 999+ 处更新',
  inItem: '“{item}”中 {count} 处',
  inItemMore: '“{item}”中 {count} 处，另有 {more} 处',
  yesterday: '昨天',

  noFavouritesTitle: '还没有收藏',
  noRecentTitle: '还没有浏览记录',
  noRecentText: '你在各个设备上打开过的页面会显示在这里。',
  noDraftsTitle: '没有未保存的页面',
  noDraftsText: '尚未保存的内容会显示在这里。',
  noChangesTitle: '没有更新',
  noChangesText: '上次访问之后，其他人在你的项目里做的改动会显示在这里。',
};
