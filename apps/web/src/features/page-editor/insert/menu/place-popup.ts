/** The distance of a menu from the edges of its pane, and from the line of the cursor. */
const MARGIN = 8;
const GAP = 6;
/** The mark stands above the text of the first row. */
const INDENT = 10;

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface PopupPlace {
  readonly left: number;
  readonly top: number;
  readonly maxHeight: number;
}

/** Places a menu below the anchor, or above it where there is more room, and inside the pane. */
export function placePopup(
  anchor: Box,
  pane: Box,
  size: { readonly width: number; readonly height: number },
): PopupPlace {
  const below = pane.bottom - MARGIN - (anchor.bottom + GAP);
  const above = anchor.top - GAP - (pane.top + MARGIN);
  const isBelow = size.height <= below || below >= above;
  const maxHeight = Math.max(isBelow ? below : above, 0);
  const height = Math.min(size.height, maxHeight);
  const rightmost = pane.right - MARGIN - size.width;
  return {
    left: Math.max(Math.min(anchor.left - INDENT, rightmost), pane.left + MARGIN),
    top: isBelow ? anchor.bottom + GAP : anchor.top - GAP - height,
    maxHeight,
  };
}
