import { useState } from 'react';
import { recall, remember } from '../../../shared/device/storage.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import styles from './divider.module.css';

const NAME = 'editor-split';
const LEAST = 25;
const MOST = 75;
const STEP = 5;

/** The width of the source pane in percent, stored on this device. */
export function useSplit() {
  const [share, setShare] = useState(() => within(Number(recall(NAME)) || 50));
  const change = (next: number) => {
    setShare(within(next));
    remember(NAME, String(within(next)));
  };
  return { share, change };
}

const within = (share: number) => Math.min(MOST, Math.max(LEAST, Math.round(share)));

export function Divider({ share, onShare }: { share: number; onShare: (share: number) => void }) {
  const { t } = useText();
  return (
    <div
      className={styles.divider}
      // A movable separator is a control, which an `hr` element is not.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="separator"
      aria-orientation="vertical"
      aria-label={t('editor.divider')}
      aria-valuenow={share}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onKeyDown={({ key }) => {
        if (key === 'ArrowLeft') onShare(share - STEP);
        if (key === 'ArrowRight') onShare(share + STEP);
      }}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={({ currentTarget, pointerId, clientX }) => {
        const panes = currentTarget.parentElement?.getBoundingClientRect();
        if (panes && currentTarget.hasPointerCapture(pointerId))
          onShare(((clientX - panes.left) / panes.width) * 100);
      }}
    />
  );
}
