import type { ImageWidth } from '@octavo/markdown/image-width';
import { escapeXml } from './xml.ts';

/** An image in the document that pages show. */
export interface WordPicture {
  /** The relationship id. */
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

const EMU_PER_PIXEL = 9525;
const EMU_PER_TWIP = 635;
/** The height limit of an image on an A4 page with margins of 2 cm, in EMU. */
const MAX_HEIGHT_EMU = 8_640_000;

interface PictureOptions {
  readonly number: number;
  readonly alt: string;
  /** In twips. */
  readonly availableWidth: number;
  /** The width set by the author, which may also enlarge the image. */
  readonly width?: ImageWidth | undefined;
}

function sizeOf({ width, height }: WordPicture, { availableWidth, width: own }: PictureOptions) {
  const available = availableWidth * EMU_PER_TWIP;
  const [naturalWidth, naturalHeight] = [width * EMU_PER_PIXEL, height * EMU_PER_PIXEL];
  const cx = !own
    ? naturalWidth
    : own.unit === '%'
      ? (available * own.value) / 100
      : own.value * EMU_PER_PIXEL;
  const cy = (naturalHeight * cx) / naturalWidth;
  const scale = Math.min(1, available / cx, MAX_HEIGHT_EMU / cy);
  return `cx="${Math.max(1, Math.round(cx * scale))}" cy="${Math.max(1, Math.round(cy * scale))}"`;
}

/** An inline image, scaled down to the width of the page or column. */
export function pictureXml(picture: WordPicture, options: PictureOptions): string {
  const { number, alt } = options;
  const size = sizeOf(picture, options);
  const words = escapeXml(alt.slice(0, 500));
  return (
    `<w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent ${size}/>` +
    `<wp:docPr id="${number}" name="Picture ${number}" descr="${words}"/>` +
    '<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture">' +
    `<pic:pic><pic:nvPicPr><pic:cNvPr id="${number}" name="Picture ${number}"/><pic:cNvPicPr/></pic:nvPicPr>` +
    `<pic:blipFill><a:blip r:embed="${picture.id}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>` +
    `<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm>` +
    '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic>' +
    '</a:graphicData></a:graphic></wp:inline></w:drawing></w:r>'
  );
}
