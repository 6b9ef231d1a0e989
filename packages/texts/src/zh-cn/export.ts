import type { Texts } from '../translate.ts';

export const exporting: Texts['exporting'] = {
  contents: '目录',
};
