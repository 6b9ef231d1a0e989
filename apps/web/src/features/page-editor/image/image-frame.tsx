import { MAX_IMAGE_WIDTH } from '@octavo/markdown/image-width';
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import styles from './image-toolbar.module.css';

/** A position and a size in pixels. */
export interface ImageBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface ImageFrameProps {
  box: ImageBox;
  /** The largest width that is shown. */
  maxWidth: number;
  /** Absent if the image cannot be changed. */
  resize: ImageResize | undefined;
}

interface ImageResize {
  /** Shows a width while a handle is dragged. */
  readonly preview: (width: number | undefined) => void;
  readonly commit: (width: number) => void;
}

const MIN_WIDTH = 16;
const STEP = 10;
const SIDES = { left: -1, right: 1 } as const;

/** The frame of the selected image; its two handles change the width, and the height follows. */
export function ImageFrame({ box, maxWidth, resize }: ImageFrameProps) {
  const { left, top, width, height } = box;
  return (
    <div className={styles.frame} style={{ left, top, width, height }}>
      <span className={styles.size} aria-hidden="true">
        {Math.round(width)} × {Math.round(height)}
      </span>
      {resize && <Handle side="left" width={width} maxWidth={maxWidth} resize={resize} />}
      {resize && <Handle side="right" width={width} maxWidth={maxWidth} resize={resize} />}
    </div>
  );
}

interface HandleProps {
  side: keyof typeof SIDES;
  width: number;
  maxWidth: number;
  resize: ImageResize;
}

function Handle({ side, width, maxWidth, resize }: HandleProps) {
  const { t } = useText();
  const drag = useRef<{ x: number; width: number; now: number }>(undefined);
  const max = Math.min(maxWidth, MAX_IMAGE_WIDTH);
  const limit = (wanted: number) => Math.round(Math.min(Math.max(wanted, MIN_WIDTH), max));
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, width, now: width };
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!drag.current) return;
    drag.current.now = limit(drag.current.width + SIDES[side] * (event.clientX - drag.current.x));
    resize.preview(drag.current.now);
  };
  const finish = (isDropped: boolean) => {
    const dragged = drag.current;
    drag.current = undefined;
    if (!dragged) return;
    if (isDropped && dragged.now !== Math.round(dragged.width)) resize.commit(dragged.now);
    else resize.preview(undefined);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    // The left handle moves with the arrow: to the left is wider.
    const isHorizontal = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
    resize.commit(limit(width + step * STEP * (isHorizontal ? SIDES[side] : 1)));
  };
  return (
    <button
      type="button"
      className={styles.handle}
      data-side={side}
      // A range input cannot be a handle on each side of an image.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="slider"
      aria-label={t(side === 'left' ? 'editor.imageResizeLeft' : 'editor.imageResizeRight')}
      aria-valuemin={MIN_WIDTH}
      aria-valuemax={Math.round(max)}
      aria-valuenow={Math.round(width)}
      aria-valuetext={`${Math.round(width)} px`}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => finish(true)}
      onPointerCancel={() => finish(false)}
      onKeyDown={onKeyDown}
    />
  );
}
