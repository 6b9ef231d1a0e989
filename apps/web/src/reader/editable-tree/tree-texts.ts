import { tree as en } from '@octavo/texts/en/tree';
import { tree as zhCn } from '@octavo/texts/zh-cn/tree';

/** The texts of the editable tree, in both languages, because the reader can switch between them. */
export const treeTexts = { en: { tree: en }, 'zh-cn': { tree: zhCn } };
