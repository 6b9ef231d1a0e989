import { useLayoutEffect, useMemo, useRef } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { loadKatexStyle } from '../../../shared/markdown/katex-style.ts';
import { loadDiagrams } from '../../../shared/markdown/load-diagrams.ts';
import '../../../shared/markdown/prose.css';
import styles from './rendered.module.css';

/** The HTML of a page with its formulas and diagrams; links open in a new tab. */
export function Rendered({ html }: { html: string }) {
  const { t } = useText();
  const root = useRef<HTMLDivElement>(null);
  const inner = useMemo(() => ({ __html: html }), [html]);
  useLayoutEffect(() => {
    const element = root.current;
    if (!element) return;
    loadKatexStyle(element);
    void loadDiagrams(element, { failed: t('reader.diagramFailed'), label: t('reader.diagram') });
    // Runs again when the HTML changes, because React replaces the content of the same element.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [inner, t]);
  return (
    // The links are accessible already; the handler only prevents them from navigating away from the editor.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      ref={root}
      className={`${styles.content} prose`}
      data-draws
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
