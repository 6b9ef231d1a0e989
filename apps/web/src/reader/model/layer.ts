import type { ItemInfo } from '@octavo/contract/item.entities';
import type { ReaderPage } from '@octavo/contract/reader';
import type { LayerName } from './layer-name.ts';
import type { Operation } from './operations.ts';

/** What a layer over the page is given: a dialog, a drawer, the palette. */
export interface LayerProps {
  readonly item: ItemInfo;
  readonly page: ReaderPage | null;
  /** Where a new page goes. */
  readonly catId: number;
  readonly operations: readonly Operation[];
  /** Goes to a page of this item. */
  readonly go: (pageId: number) => void;
  readonly onLayer: (name: LayerName) => void;
  /** The page is another one now: it was shared, restored or deleted. */
  readonly onChanged: (change: Partial<ReaderPage> | 'renewed' | 'deleted') => void;
  readonly onClose: () => void;
}
