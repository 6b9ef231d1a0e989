import { useLayoutEffect, useRef, type RefObject } from 'react';
import { Method } from '../../../shared/ui/method.tsx';
import styles from './drag-overlay.module.css';
import { LINE_LEFT } from './drop-place.ts';
import { useMovingRows, type MovingRows, type MovingStore } from './moving-rows.ts';
import { usePlaceText } from './use-place-text.ts';

interface DragOverlayProps {
  anchor: RefObject<HTMLDivElement | null>;
  rowHeight: number;
  moving: MovingStore;
}

/** The place of moving rows: lines, the outlined catalog, and a tip beside the dragged row or below the line. */
export function DragOverlay({ anchor, rowHeight, moving: store }: DragOverlayProps) {
  const moving = useMovingRows(store);
  const text = usePlaceText();
  const place = moving?.place;
  const tip = place && (place.problem ? text.problem(place.problem) : text.place(place));
  const tipAt = place?.lines[0]?.gap ?? (place ? place.parentAt + 1 : 0);
  return (
    <div
      ref={anchor}
      className={place?.problem ? `${styles.overlay} ${styles.problem}` : styles.overlay}
      aria-hidden="true"
    >
      {place && place.parentAt >= 0 && (
        <div
          className={styles.parent}
          style={{ top: place.parentAt * rowHeight, height: rowHeight - 1 }}
        />
      )}
      {place?.lines.map(({ gap, level }) => (
        <div
          key={gap}
          className={styles.line}
          style={{ top: gap * rowHeight, left: LINE_LEFT[level - 1] }}
        />
      ))}
      {moving && !moving.onGhost && tip !== undefined && (
        <div className={`${styles.tip} ${styles.fixedTip}`} style={{ top: tipAt * rowHeight }}>
          {tip}
        </div>
      )}
      {moving?.onGhost && <Ghost {...moving} onGhost={moving.onGhost} tip={tip} />}
    </div>
  );
}

interface GhostProps extends Pick<MovingRows, 'row' | 'moved'> {
  onGhost: (ghost: HTMLElement) => void;
  tip: string | undefined;
}

function Ghost({ row, moved, onGhost, tip }: GhostProps) {
  const ghost = useRef<HTMLDivElement>(null);
  const count = moved.keys.size;
  useLayoutEffect(() => {
    if (!ghost.current) return;
    // In the top layer it is above the drawer and the page, and not clipped by the list.
    ghost.current.showPopover();
    onGhost(ghost.current);
  }, [onGhost]);
  return (
    <div ref={ghost} className={styles.ghost} popover="manual">
      {count > 1 && <span className={styles.count}>{count}</span>}
      {count > 1 && <div className={styles.second} />}
      <div className={styles.card}>
        {row.kind === 'page' && row.page.method && <Method inTree name={row.page.method} />}
        <span className={styles.name}>
          {row.kind === 'page' ? row.page.page_title : row.catalog.cat_name}
        </span>
      </div>
      {tip !== undefined && <span className={`${styles.tip} ${styles.ghostTip}`}>{tip}</span>}
    </div>
  );
}
