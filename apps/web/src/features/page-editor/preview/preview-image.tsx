import { EditorView } from '@codemirror/view';
import { useEffect, useState } from 'react';
import { drawnImages } from '../image/drawn-images.ts';
import { SelectedImage, type SelectedImageProps } from '../image/selected-image.tsx';
import { locateImage, type RenderedImage } from '../source/images.ts';

interface PreviewImageProps extends Omit<SelectedImageProps, 'content' | 'find' | 'position'> {
  /** The number of the selected image in the preview; another one needs another component. */
  index: number;
}

function describe(pane: HTMLElement, element: HTMLImageElement): RenderedImage {
  const url = element.getAttribute('src') ?? '';
  const block = element.closest<HTMLElement>('[data-line]');
  const sameIn = (root: ParentNode) =>
    [...root.querySelectorAll('img')].filter((other) => other.getAttribute('src') === url);
  const same = drawnImages(pane).filter((other) => other.getAttribute('src') === url);
  return {
    url,
    number: same.indexOf(element),
    count: same.length,
    line: Number(block?.dataset['line'] ?? 0),
    numberInBlock: block ? sameIn(block).indexOf(element) : 0,
  };
}

/** The frame and the toolbar of the selected image of the preview. */
export function PreviewImage({ index, ...props }: PreviewImageProps) {
  const { view, pane } = props;
  const find = () => drawnImages(pane)[index];
  // Changes of the toolbar leave the start of the image where it is; any other change of the text may move it.
  const [from] = useState(() => {
    const element = find();
    return element && locateImage(view.state.doc.toString(), describe(pane, element))?.from;
  });
  useEffect(() => {
    if (from === undefined) return;
    view.dispatch({
      selection: { anchor: from },
      effects: EditorView.scrollIntoView(from, { y: 'nearest' }),
    });
  }, [view, from]);
  const content = pane.querySelector<HTMLElement>('.prose') ?? pane;
  return <SelectedImage {...props} content={content} find={find} position={() => from} />;
}
