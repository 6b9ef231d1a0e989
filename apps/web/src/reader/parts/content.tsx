import { memo, useLayoutEffect, useMemo, useRef } from 'react';
import { useLanguage, useText } from '../../shared/i18n/texts.tsx';
import { enhanceContent } from '../../shared/markdown/enhance-content.ts';
import { loadKatexStyle } from '../../shared/markdown/katex-style.ts';
import { loadDiagrams } from '../../shared/markdown/load-diagrams.ts';
import { showToast } from '../../shared/ui/toast-store.ts';

export const CONTENT_ID = 'content';

/**
 * The page as the server has rendered and sanitised it. It is rendered once per page and language, because another
 * render would remove the elements that the script has added.
 */
export const Content = memo(function Content({ html }: { html: string }) {
  const { language } = useLanguage();
  return <EnhancedContent key={language} html={html} />;
});

function EnhancedContent({ html }: { html: string }) {
  const { t } = useText();
  const root = useRef<HTMLElement>(null);
  const inner = useMemo(() => ({ __html: html }), [html]);
  useLayoutEffect(() => {
    const element = root.current;
    if (!element) return;
    enhanceContent(
      element,
      {
        copy: t('shell.copy'),
        copied: t('shell.copied'),
        copyUrl: t('reader.copyUrl'),
        wrap: t('reader.wrap'),
        linkToSection: t('reader.linkToSection'),
        codeHint: t('reader.codeHint'),
        zoom: t('reader.zoom'),
        deletedPage: t('reader.pageDeleted'),
        showLess: t('reader.showLess'),
        showAll: (count) => t('reader.showAllLines', { count }),
      },
      {
        onZoom: (image) =>
          void import('../overlays/image-zoom.ts').then(({ zoomImage }) =>
            zoomImage(image, { close: t('shell.close') }),
          ),
        onSectionCopied: () => showToast({ kind: 'done', text: t('reader.sectionCopied') }),
        onCopyFailed: () => showToast({ kind: 'error', text: t('shell.copyFailed') }),
      },
    );
    loadKatexStyle(element);
    void loadDiagrams(element, { failed: t('reader.diagramFailed'), label: t('reader.diagram') });
    // A new page has a new element, and `t` changes only with the language.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [inner]);
  return (
    <article
      ref={root}
      id={CONTENT_ID}
      className="prose"
      data-draws
      // oxlint-disable-next-line react/no-danger
      dangerouslySetInnerHTML={inner}
    />
  );
}
