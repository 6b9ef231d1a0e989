import type { EditorView } from '@codemirror/view';
import { RotateCw } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import type { Emitter } from '../emitter.ts';
import styles from './preview-pane.module.css';
import { Rendered } from './rendered.tsx';
import { syncScroll } from './sync-scroll.ts';
import { LIVE_PREVIEW_LIMIT, usePreview } from './use-preview.ts';
import { useTip } from './use-tip.ts';

interface PreviewPaneProps {
  view: EditorView | null;
  changes: Emitter;
  title: string;
  page_id: number;
  /** Source and preview are shown side by side. */
  isSplit: boolean;
}

export function PreviewPane({ view, changes, title, page_id, isSplit }: PreviewPaneProps) {
  const { t } = useText();
  const pane = useRef<HTMLElement>(null);
  const { html, isPaused, refresh } = usePreview(view, changes);
  const tip = useTip(`preview-tip.${page_id}`);

  useEffect(() => {
    if (view && pane.current && isSplit) return syncScroll(view, pane.current);
  }, [view, isSplit]);

  return (
    // The pane scrolls, so it must be focusable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section ref={pane} className={styles.pane} aria-label={t('editor.preview')} tabIndex={0}>
      {isPaused && (
        <output className={styles.paused}>
          {tip.isShown && <span>{t('editor.previewPaused', { limit: LIVE_PREVIEW_LIMIT })}</span>}
          {tip.isShown && (
            <Button size="small" variant="quiet" onClick={tip.dismiss}>
              {t('shell.dismiss')}
            </Button>
          )}
          <Button size="small" icon={<RotateCw />} onClick={refresh}>
            {t('editor.refreshPreview')}
          </Button>
        </output>
      )}
      {title && <p className={styles.title}>{title}</p>}
      <Rendered html={html} />
    </section>
  );
}
