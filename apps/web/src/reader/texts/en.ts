import { reader } from '@octavo/texts/en/reader';
import { shell } from '@octavo/texts/en/shell';
import { states } from '@octavo/texts/en/states';

export const texts = { reader, shell, states };
