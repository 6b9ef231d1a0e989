import { home as en } from '@octavo/texts/en/home';
import { home as zhCn } from '@octavo/texts/zh-cn/home';

export const homeTexts = { en: { home: en }, 'zh-cn': { home: zhCn } };
