import type { ItemInfo } from '@octavo/contract/item.entities';
import type { ReaderPage } from '@octavo/contract/reader';
import type { Operation, OverlayName } from './operations.ts';

/** The props of an overlay: a dialog, a drawer or the palette. */
export interface OverlayProps {
  readonly item: ItemInfo;
  readonly page: ReaderPage | null;
  /** The catalog for a new page. */
  readonly catId: number;
  readonly operations: readonly Operation[];
  /** Navigates to a page of this item. */
  readonly go: (pageId: number) => void;
  readonly onOpenOverlay: (name: OverlayName) => void;
  /** The page was changed: shared, restored or deleted. */
  readonly onChanged: (change: Partial<ReaderPage> | 'renewed' | 'deleted') => void;
  readonly onClose: () => void;
}
