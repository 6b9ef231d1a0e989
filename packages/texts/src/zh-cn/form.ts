import type { Texts } from '../translate.ts';

export const form: Texts['form'] = {
  discardTitle: '放弃已填写的内容？',
  discardText: '填写的内容还没有保存。',
  keepEditing: '继续填写',
  discard: '放弃',
  leaveTitle: '不保存就离开？',
  leaveText: '你的修改还没有保存。',
};
