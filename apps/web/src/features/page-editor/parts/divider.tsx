import { useState } from 'react';
import { readSetting, writeSetting } from '../../../shared/device/storage.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import styles from './divider.module.css';

const STORAGE_KEY = 'editor-split';
const MIN_SHARE = 25;
const MAX_SHARE = 75;
const STEP = 5;

/** The width of the source pane in percent, stored on this device. */
export function useSplit() {
  const [share, setShare] = useState(() => clampShare(Number(readSetting(STORAGE_KEY)) || 50));
  const change = (next: number) => {
    setShare(clampShare(next));
    writeSetting(STORAGE_KEY, String(clampShare(next)));
  };
  return { share, change };
}

const clampShare = (share: number) => Math.min(MAX_SHARE, Math.max(MIN_SHARE, Math.round(share)));

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
      aria-valuemin={MIN_SHARE}
      aria-valuemax={MAX_SHARE}
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
