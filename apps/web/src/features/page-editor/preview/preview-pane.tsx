import type { EditorView } from '@codemirror/view';
import { RotateCw } from 'lucide-react';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { drawMath } from '../../../shared/markdown/katex-style.ts';
import '../../../shared/markdown/prose.css';
import { Button } from '../../../shared/ui/button.tsx';
import type { Signal } from '../signal.ts';
import styles from './preview-pane.module.css';
import { scrollInStep } from './scroll-in-step.ts';
import { LIVE_LIMIT, usePreview } from './use-preview.ts';
import { useTip } from './use-tip.ts';

interface PreviewPaneProps {
  view: EditorView | null;
  changes: Signal;
  title: string;
  page_id: number;
  /** Both panes stand side by side. */
  isBeside: boolean;
}

export function PreviewPane({ view, changes, title, page_id, isBeside }: PreviewPaneProps) {
  const { t } = useText();
  const pane = useRef<HTMLElement>(null);
  const { html, isPaused, refresh } = usePreview(view, changes);
  const tip = useTip(`preview-tip.${page_id}`);

  useEffect(() => {
    if (view && pane.current && isBeside) return scrollInStep(view, pane.current);
  }, [view, isBeside]);

  return (
    // The pane scrolls, so the keyboard must reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section ref={pane} className={styles.pane} aria-label={t('editor.preview')} tabIndex={0}>
      {isPaused && (
        <output className={styles.paused}>
          {tip.isShown && <span>{t('editor.previewPaused', { limit: LIVE_LIMIT })}</span>}
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

function Rendered({ html }: { html: string }) {
  const { t } = useText();
  const root = useRef<HTMLDivElement>(null);
  const inner = useMemo(() => ({ __html: html }), [html]);
  useLayoutEffect(() => {
    const element = root.current;
    if (!element) return;
    drawMath(element);
    if (element.querySelector('pre.mermaid'))
      void import('../../../shared/markdown/diagrams.ts').then(({ drawDiagrams }) =>
        drawDiagrams(element, { failed: t('reader.diagramSource'), label: t('reader.diagram') }),
      );
    // A new text is a new content of the same element.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [inner, t]);
  return (
    // Links are links already; this only keeps them from taking the editor away.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      ref={root}
      className={`prose ${styles.prose}`}
      onClick={(event) => {
        const link = event.target instanceof Element ? event.target.closest('a') : null;
        if (!link) return;
        event.preventDefault();
        const id = link.getAttribute('href')?.match(/^#(.+)$/)?.[1];
        if (id === undefined) window.open(link.href, '_blank', 'noopener');
        else document.querySelector(`#${CSS.escape(decodeURIComponent(id))}`)?.scrollIntoView();
      }}
      // oxlint-disable-next-line react/no-danger
      dangerouslySetInnerHTML={inner}
    />
  );
}
