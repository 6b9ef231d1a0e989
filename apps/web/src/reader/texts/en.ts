import { reader } from '@octavo/texts/en/reader';
import { sheet } from '@octavo/texts/en/sheet';
import { shell } from '@octavo/texts/en/shell';
import { states } from '@octavo/texts/en/states';

export const texts = { reader, sheet, shell, states };
