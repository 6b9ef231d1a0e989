import type { Texts } from '../translate.ts';

export const myItems: Texts['myItems'] = {
  newItem: '新建项目',
  search: '按名称搜索项目',
  clearSearch: '清除搜索',
  groups: '分组',
  allItems: '全部项目',
  manageGroups: '管理分组',
  dragTip: '拖动卡片可以调整顺序',
  settings: '{item} 的设置',
  leave: '退出 {item}',
  leaveTitle: '退出“{item}”？',
  leaveText: '退出后不能再打开这个项目，除非所有者重新添加你。',
  leaveAction: '退出项目',
  left: '已退出“{item}”',

  home: '收藏、最近浏览和更新',
  tabItems: '项目',
  tabFavourites: '收藏',
  tabRecent: '最近',
  tabDrafts: '草稿',
  tabChanges: '更新',
  changed: '{count} 处更新',
  changedMany: '99+ 处更新',
  homeFailed: '收藏和更新加载失败。',

  firstTitle: '新建你的第一个项目',
  firstText: '一个项目包含一组页面，比如一套接口文档或一份运维手册。',
  emptyGroupTitle: '这个分组里没有项目',
  emptyGroupText: '可以在“管理分组”里选择要放进来的项目。',
  noMatchTitle: '没有名称包含“{keyword}”的项目',
  noMatchText: '检查一下拼写，或者查看全部项目。',
};
