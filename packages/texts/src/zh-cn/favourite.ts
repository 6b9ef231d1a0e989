import type { Texts } from '../translate.ts';

export const favourite: Texts['favourite'] = {
  add: '收藏“{name}”',
  remove: '取消收藏“{name}”',
};
