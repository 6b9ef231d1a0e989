import type { Texts } from '../translate.ts';

export const page: Texts['page'] = {
  untitled: '无标题',
  copyOf: '{title} 副本',
};
