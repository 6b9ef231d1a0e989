import { isolateHistory } from '@codemirror/commands';
import type { EditorView } from '@codemirror/view';
import { useEffect, useEffectEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { useMedia } from '../../../shared/hooks/media.ts';
import { MAIN_ID } from '../../../shared/ui/skip-link.tsx';
import type { FileUploads } from '../attachments/upload-files.ts';
import type { Emitter } from '../emitter.ts';
import { changeImage, readImage, type ImageChange } from '../source/images.ts';
import { showWidth } from './drawn-images.ts';
import { ImageFrame, type ImageBox } from './image-frame.tsx';
import { ImageToolbar } from './image-toolbar.tsx';

export interface SelectedImageProps {
  view: EditorView;
  changes: Emitter;
  /** The element that scrolls; the frame and the toolbar are placed in it. */
  pane: HTMLElement;
  /** The element with the drawn images. They are other elements after each change. */
  content: HTMLElement;
  /** The drawn image; undefined while it is being drawn or is outside of the visible text. */
  find: () => HTMLImageElement | undefined;
  /** The start of the image in the source; undefined if it is not found there. */
  position: () => number | undefined;
  uploads: FileUploads;
  /** The toolbar has changed the source. */
  onChange?: () => void;
  /** `returnsFocus`: the toolbar had the focus. */
  onClose: (returnsFocus: boolean) => void;
}

/** The space that the toolbar needs above an image. */
const TOOLBAR_HEIGHT = 150;
const GAP = 10;

interface ShownImage {
  readonly url: string;
  /** Its position inside the scrolled content of the pane. */
  readonly box: ImageBox;
  /** The column of text that contains it. */
  readonly column: Pick<ImageBox, 'left' | 'width'>;
}

function measureImage(pane: HTMLElement, element: HTMLImageElement | undefined) {
  if (!element) return undefined;
  const start = pane.getBoundingClientRect();
  const { left, top, width, height } = element.getBoundingClientRect();
  const block = element.closest('div.prose, .cm-line') ?? pane;
  const { paddingLeft, paddingRight } = getComputedStyle(block);
  const padding = [paddingLeft, paddingRight].map((value) => Number.parseFloat(value) || 0);
  const [before = 0, after = 0] = padding;
  const blockStart = block.getBoundingClientRect().left + before;
  return {
    url: element.getAttribute('src') ?? '',
    box: {
      left: left - start.left + pane.scrollLeft,
      top: top - start.top + pane.scrollTop,
      width,
      height,
    },
    column: {
      left: blockStart - start.left + pane.scrollLeft,
      width: block.clientWidth - before - after,
    },
  } satisfies ShownImage;
}

/** The frame and the toolbar of a selected image of the preview or of Live mode. */
export function SelectedImage(props: SelectedImageProps) {
  const { view, changes, pane, content, find, position, uploads, onChange, onClose } = props;
  const isSheet = useMedia('(max-width: 999px), (pointer: coarse)');
  const [shown, setShown] = useState(() => measureImage(pane, find()));
  const read = () => {
    const from = position();
    return from === undefined ? undefined : readImage(view.state.doc.toString(), from);
  };
  const [image, setImage] = useState(read);

  const showAboveSheet = useEffectEvent(() => find()?.scrollIntoView({ block: 'start' }));
  useEffect(() => {
    if (isSheet) showAboveSheet();
  }, [isSheet]);

  const onSourceChange = useEffectEvent(() => {
    const now = read();
    if (now && (now.url === image?.url || now.alt === image?.alt)) setImage(now);
    else onClose(false);
  });
  useEffect(() => changes.on(() => onSourceChange()), [changes]);

  const measure = useEffectEvent(() => {
    const measured = measureImage(pane, find());
    // While the image is being drawn, its frame stays.
    if (measured) setShown(measured);
  });
  const currentElement = useEffectEvent(find);
  useEffect(() => {
    let observed: HTMLImageElement | undefined;
    const sizes = new ResizeObserver(() => measure());
    const observe = () => {
      const element = currentElement();
      if (element === observed) return;
      if (observed) sizes.unobserve(observed);
      if (element) sizes.observe(element);
      observed = element;
    };
    const drawings = new MutationObserver(() => {
      observe();
      measure();
    });
    sizes.observe(pane);
    sizes.observe(content);
    drawings.observe(content, { childList: true, subtree: true });
    observe();
    return () => {
      sizes.disconnect();
      drawings.disconnect();
    };
  }, [pane, content]);

  const onPointerDown = useEffectEvent(({ target }: PointerEvent) => {
    const isInside = target instanceof Element && target.closest('[data-image-tools]');
    if (!isInside && target !== find()) onClose(false);
  });
  useEffect(() => {
    const listener = (event: PointerEvent) => onPointerDown(event);
    document.addEventListener('pointerdown', listener, true);
    return () => document.removeEventListener('pointerdown', listener, true);
  }, []);

  if (!shown) return null;
  const { url, box, column } = shown;
  const parts = view.state.readOnly ? undefined : image?.parts;

  /** Changes only the characters of the image, in one transaction. */
  const write = (change: ImageChange, isTyping = false) => {
    const now = read();
    const edits = now ? changeImage(now, change) : [];
    if (edits.length === 0) return;
    view.dispatch({
      changes: edits,
      // CodeMirror joins the steps of a composition, so that all keystrokes in a field are undone together.
      userEvent: isTyping ? 'input.type.compose' : 'input.image',
      annotations: isTyping ? [] : isolateHistory.of('before'),
    });
    onChange?.();
  };
  const edit = parts && {
    change: write,
    async replace(file: File) {
      try {
        const uploaded = await uploads.send(file, 'picture');
        // The text may have changed meanwhile.
        if (read()?.url === image?.url) write({ url: uploaded });
      } catch (error) {
        uploads.reportFailure(uploads.reasonOf(error, 'picture'));
      }
    },
    remove() {
      const now = read();
      if (now)
        view.dispatch({ changes: { from: now.from, to: now.to }, userEvent: 'delete.image' });
      onChange?.();
      onClose(true);
    },
  };
  const resize = edit && {
    preview(width: number | undefined) {
      const element = find();
      if (!element) return;
      showWidth(element, width);
      setShown(measureImage(pane, element));
    },
    commit: (value: number) => write({ width: { value, unit: 'px' } }),
  };
  const isAbove = box.top - TOOLBAR_HEIGHT > pane.scrollTop;
  const place = isSheet
    ? undefined
    : ({
        position: 'absolute',
        left: column.left,
        width: Math.min(560, column.width),
        ...(isAbove
          ? { top: box.top - GAP, transform: 'translateY(-100%)' }
          : { top: box.top + box.height + GAP }),
      } as const);
  const toolbar = (
    <div data-image-tools>
      <ImageToolbar
        image={{
          url,
          alt: image?.alt ?? '',
          caption: image?.caption ?? '',
          width: image?.width,
          shownWidth: box.width,
        }}
        edit={edit}
        place={place}
        onClose={() => onClose(true)}
      />
    </div>
  );
  return (
    <>
      <div data-image-tools>
        <ImageFrame box={box} maxWidth={column.width} resize={resize} />
      </div>
      {isSheet
        ? createPortal(toolbar, document.querySelector(`#${MAIN_ID}`) ?? document.body)
        : toolbar}
    </>
  );
}
