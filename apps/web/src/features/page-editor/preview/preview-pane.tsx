import type { EditorView } from '@codemirror/view';
import { RotateCw } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState, type SyntheticEvent } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import type { FileUploads } from '../attachments/upload-files.ts';
import type { Emitter } from '../emitter.ts';
import { drawnImages, enhanceImages, imageOfEvent } from '../image/drawn-images.ts';
import { useLoaded } from '../table/use-loaded.ts';
import styles from './preview-pane.module.css';
import { Rendered } from './rendered.tsx';
import { syncScroll } from './sync-scroll.ts';
import { LIVE_PREVIEW_LIMIT, usePreview } from './use-preview.ts';
import { useTip } from './use-tip.ts';

const loadPreviewImage = () => import('./preview-image.tsx');

interface PreviewPaneProps {
  view: EditorView | null;
  changes: Emitter;
  title: string;
  page_id: number;
  /** Source and preview are shown side by side. */
  isSplit: boolean;
  uploads: FileUploads;
}

export function PreviewPane(props: PreviewPaneProps) {
  const { view, changes, title, page_id, isSplit, uploads } = props;
  const { t } = useText();
  const [pane, setPane] = useState<HTMLElement | null>(null);
  const { html, isPaused, refresh } = usePreview(view, changes);
  const tip = useTip(`preview-tip.${page_id}`);
  const [selectedImage, setSelectedImage] = useState<number>();
  const imageTools = useLoaded(selectedImage !== undefined, loadPreviewImage);

  const focusedImage = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (!pane) return;
    enhanceImages(pane, (alt) => (alt ? t('editor.imageEdit', { alt }) : t('editor.image')));
    // The focused image has been replaced by a new element.
    if (focusedImage.current !== undefined && document.activeElement === document.body)
      drawnImages(pane)[focusedImage.current]?.focus({ preventScroll: true });
    // Runs again when the HTML changes, because its images are new elements.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [pane, html, t]);

  useEffect(() => {
    if (view && pane && isSplit) return syncScroll(view, pane);
  }, [view, pane, isSplit]);

  const selectImage = (event: SyntheticEvent) => {
    const image = imageOfEvent(event.target);
    if (!image || !pane) return;
    // Before the link around the image opens.
    event.preventDefault();
    event.stopPropagation();
    setSelectedImage(drawnImages(pane).indexOf(image));
  };

  return (
    // The pane scrolls, so it must be focusable by keyboard.
    // Its handlers receive the events of the images, which are buttons.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={setPane}
      className={styles.pane}
      aria-label={t('editor.preview')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onFocus={({ target }) => {
        const at =
          pane && target instanceof HTMLImageElement ? drawnImages(pane).indexOf(target) : -1;
        focusedImage.current = at < 0 ? undefined : at;
      }}
      onClickCapture={selectImage}
      onKeyDown={(event) => {
        const isImage = event.target instanceof HTMLImageElement;
        if (isImage && (event.key === 'Enter' || event.key === ' ')) selectImage(event);
      }}
    >
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
      {view && pane && selectedImage !== undefined && imageTools && (
        <imageTools.PreviewImage
          key={selectedImage}
          pane={pane}
          view={view}
          changes={changes}
          index={selectedImage}
          uploads={uploads}
          onChange={() => {
            if (isPaused) refresh();
          }}
          onClose={(returnsFocus) => {
            setSelectedImage(undefined);
            if (returnsFocus) (drawnImages(pane)[selectedImage] ?? pane).focus();
          }}
        />
      )}
    </section>
  );
}
