import type { Texts } from '../translate.ts';

export const itemGroup: Texts['itemGroup'] = {
  title: '项目分组',
  add: '添加分组',
  dragTip: '拖动一行可以调整顺序，改动立即保存。',
  list: '按顺序排列的分组',
  edit: '编辑分组',
  editGroup: '编辑 {group}',
  deleteGroup: '删除 {group}',
  items: '{count} 个项目',
  emptyTitle: '还没有分组',
  emptyText: '分组可以把相关的项目放在一起，比如同一个产品的项目。只有你自己能看到。',

  name: '分组名称',
  itemsInGroup: '分组里的项目',
  chosen: '已选 {count} 个，共 {total} 个',
  filter: '筛选项目',
  noMatch: '没有名称包含“{keyword}”的项目。',
  noItems: '你还没有项目。',
  save: '保存分组',
  saved: '“{group}”已保存',
  deleteTitle: '删除“{group}”？',
  deleteText: '只删除分组，里面的项目不受影响。',
  deleteAction: '删除分组',
  deleted: '“{group}”已删除',
};
