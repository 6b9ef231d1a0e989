import type { Texts } from '../translate.ts';

export const sorting: Texts['sorting'] = {
  reorder: '调整 {name} 的位置',
  role: '可拖动',
  instructions: '按空格键拿起，用方向键移动，再按空格键放下，按 Esc 取消。',
  lifted: '已拿起 {name}，当前第 {at} 个，共 {count} 个。',
  moved: '{name} 移到第 {at} 个，共 {count} 个。',
  dropped: '{name} 已放到第 {at} 个，共 {count} 个。',
  cancelled: '已取消，{name} 回到第 {at} 个，共 {count} 个。',
};
