import type { Texts } from '../translate.ts';

export const drafts: Texts['drafts'] = {
  title: '我的草稿',
  help: '在这台设备上写了、还没有保存的正文。其他设备上看不到。',
  emptyTitle: '这台设备上没有草稿',
  emptyText: '写下的内容在保存之前都会留在这里。',
  unreadable: '浏览器不允许存储草稿。',
  unsaved: '有未保存的修改',
  newPage: '新页面',
  discarded: '已放弃，{days} 天后删除',
  open: '打开',
  openNamed: '打开草稿“{name}”',
  download: '下载草稿“{name}”',
  delete: '删除草稿“{name}”',
  deleteTitle: '删除草稿“{name}”？',
  deleteText: '正文只在这台设备上，删除后无法恢复。',
  deleteConfirm: '删除草稿',
  logoutTitle: '还有未保存的草稿，仍要退出？',
  logoutText: '这些草稿只在这台设备上。可以留到下次登录，也可以删除：',
  logoutMore: '还有 {count} 份',
  logoutKeep: '保留并退出',
  logoutDelete: '删除并退出',
};
