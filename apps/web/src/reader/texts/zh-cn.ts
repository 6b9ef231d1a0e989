import { reader } from '@octavo/texts/zh-cn/reader';
import { sheet } from '@octavo/texts/zh-cn/sheet';
import { shell } from '@octavo/texts/zh-cn/shell';
import { states } from '@octavo/texts/zh-cn/states';

export const texts = { reader, sheet, shell, states };
