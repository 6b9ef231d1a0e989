import { isolateHistory } from '@codemirror/commands';
import { EditorView } from '@codemirror/view';
import { useEffect, useEffectEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { useMedia } from '../../../shared/hooks/media.ts';
import type { FileUploads } from '../attachments/upload-files.ts';
import type { Emitter } from '../emitter.ts';
import { ImageFrame, type ImageBox } from '../image/image-frame.tsx';
import { ImageToolbar } from '../image/image-toolbar.tsx';
import {
  changeImage,
  locateImage,
  readImage,
  type ImageChange,
  type RenderedImage,
} from '../source/images.ts';
import { previewImages, previewWidth } from './preview-images.ts';

interface PreviewImageProps {
  pane: HTMLElement;
  view: EditorView;
  changes: Emitter;
  /** The rendered page; the images are other elements after each change. */
  html: string;
  /** The number of the selected image in the preview; another one needs another component. */
  index: number;
  uploads: FileUploads;
  /** The toolbar has changed the source. */
  onChange: () => void;
  onClose: () => void;
}

/** The space that the toolbar needs above an image. */
const TOOLBAR_HEIGHT = 150;
const GAP = 10;

function describe(pane: HTMLElement, element: HTMLImageElement): RenderedImage {
  const url = element.getAttribute('src') ?? '';
  const block = element.closest<HTMLElement>('[data-line]');
  const sameIn = (root: ParentNode) =>
    [...root.querySelectorAll('img')].filter((other) => other.getAttribute('src') === url);
  const same = previewImages(pane).filter((other) => other.getAttribute('src') === url);
  return {
    url,
    number: same.indexOf(element),
    count: same.length,
    line: Number(block?.dataset['line'] ?? 0),
    numberInBlock: block ? sameIn(block).indexOf(element) : 0,
  };
}

interface ShownImage {
  readonly element: HTMLImageElement;
  /** Its position inside the scrolled content of the pane. */
  readonly box: ImageBox;
}

function measureImage(pane: HTMLElement, index: number): ShownImage | undefined {
  const element = previewImages(pane)[index];
  if (!element) return undefined;
  const start = pane.getBoundingClientRect();
  const { left, top, width, height } = element.getBoundingClientRect();
  return {
    element,
    box: {
      left: left - start.left + pane.scrollLeft,
      top: top - start.top + pane.scrollTop,
      width,
      height,
    },
  };
}

/** The frame and the toolbar of the selected image of the preview. */
export function PreviewImage(props: PreviewImageProps) {
  const { pane, view, changes, html, index, uploads, onChange, onClose } = props;
  const isSheet = useMedia('(max-width: 999px), (pointer: coarse)');
  const [shown, setShown] = useState(() => measureImage(pane, index));
  const [first] = useState(
    () => shown && locateImage(view.state.doc.toString(), describe(pane, shown.element)),
  );
  const from = first?.from;
  const [image, setImage] = useState(first);

  useEffect(() => {
    if (from === undefined) return;
    view.dispatch({
      selection: { anchor: from },
      effects: EditorView.scrollIntoView(from, { y: 'nearest' }),
    });
  }, [view, from]);

  useEffect(() => {
    // Above the sheet.
    if (isSheet) previewImages(pane)[index]?.scrollIntoView({ block: 'start' });
  }, [pane, index, isSheet]);

  // Changes of the toolbar leave the start of the image where it is; any other change of the text may move it.
  const onSourceChange = useEffectEvent(() => {
    const now = from === undefined ? undefined : readImage(view.state.doc.toString(), from);
    if (now && (now.url === image?.url || now.alt === image?.alt)) setImage(now);
    else onClose();
  });
  useEffect(() => changes.on(() => onSourceChange()), [changes]);

  const measure = useEffectEvent(() => {
    const measured = measureImage(pane, index);
    setShown(measured);
    if (!measured) onClose();
  });
  useEffect(() => {
    const observer = new ResizeObserver(() => measure());
    for (const observed of [pane, previewImages(pane)[index]])
      if (observed) observer.observe(observed);
    return () => observer.disconnect();
    // Runs again when the HTML changes, because its images are new elements.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [pane, index, html]);

  const onPointerDown = useEffectEvent((event: PointerEvent) => {
    const { target } = event;
    if (target instanceof Element && !target.closest('[data-image-tools], img')) onClose();
  });
  useEffect(() => {
    const listener = (event: PointerEvent) => onPointerDown(event);
    document.addEventListener('pointerdown', listener);
    return () => document.removeEventListener('pointerdown', listener);
  }, []);

  if (!shown) return null;
  const { element, box } = shown;
  const parts = view.state.readOnly ? undefined : image?.parts;

  /** Changes only the characters of the image, in one transaction. */
  const write = (change: ImageChange, isTyping = false) => {
    const now = from === undefined ? undefined : readImage(view.state.doc.toString(), from);
    const edits = now ? changeImage(now, change) : [];
    if (edits.length === 0) return;
    view.dispatch({
      changes: edits,
      // CodeMirror joins the steps of a composition, so that all keystrokes in a field are undone together.
      userEvent: isTyping ? 'input.type.compose' : 'input.image',
      annotations: isTyping ? [] : isolateHistory.of('before'),
    });
    onChange();
  };
  const edit = parts && {
    change: write,
    async replace(file: File) {
      try {
        const url = await uploads.send(file, 'picture');
        const now = from === undefined ? undefined : readImage(view.state.doc.toString(), from);
        // The text may have changed meanwhile.
        if (now?.url === image?.url) write({ url });
      } catch {
        // The upload has shown the reason itself; the image stays.
      }
    },
    remove() {
      if (image)
        view.dispatch({ changes: { from: image.from, to: image.to }, userEvent: 'delete.image' });
      onChange();
      onClose();
    },
  };
  const resize = edit && {
    preview(width: number | undefined) {
      previewWidth(element, width);
      setShown(measureImage(pane, index));
    },
    commit: (value: number) => write({ width: { value, unit: 'px' } }),
  };
  const content = element.closest<HTMLElement>('.prose') ?? pane;
  const maxWidth = content.clientWidth;
  const isAbove = box.top - TOOLBAR_HEIGHT > pane.scrollTop;
  const place = isSheet
    ? undefined
    : ({
        position: 'absolute',
        left: content.offsetLeft,
        width: Math.min(560, maxWidth),
        ...(isAbove
          ? { top: box.top - GAP, transform: 'translateY(-100%)' }
          : { top: box.top + box.height + GAP }),
      } as const);
  const toolbar = (
    <div data-image-tools>
      <ImageToolbar
        image={{
          url: element.getAttribute('src') ?? '',
          alt: image?.alt ?? '',
          caption: image?.caption ?? '',
          width: image?.width,
          shownWidth: box.width,
        }}
        edit={edit}
        place={place}
        onClose={() => {
          onClose();
          element.focus();
        }}
      />
    </div>
  );
  return (
    <>
      <div data-image-tools>
        <ImageFrame box={box} maxWidth={maxWidth} resize={resize} />
      </div>
      {isSheet ? createPortal(toolbar, pane.parentElement ?? document.body) : toolbar}
    </>
  );
}
