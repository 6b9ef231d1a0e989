import { INLINE_MEDIA_TYPES, PDF_TYPE, INLINE_IMAGE_TYPES } from '@octavo/contract/served-types';

export type PreviewKind = 'image' | 'pdf' | 'text' | 'audio' | 'video';

/** Types that may or may not be readable text: the file name decides. */
const UNTYPED = new Set(['application/octet-stream', 'application/xml', 'application/json']);
const TEXT_NAME =
  /\.(?:txt|md|markdown|csv|tsv|log|json|ya?ml|toml|ini|conf|cfg|env|properties|xml|svg|html?|css|[jt]sx?|vue|sql|sh|bat|ps1|py|rb|php|java|kt|go|rs|c|h|cpp|cs|proto|graphql|diff|patch)$/i;

interface NamedFile {
  readonly file_type: string;
  readonly display_name: string;
}

/** How a browser can show a file; undefined if it can only be downloaded. */
export function previewKind({ file_type, display_name }: NamedFile): PreviewKind | undefined {
  if (INLINE_IMAGE_TYPES.has(file_type)) return 'image';
  // Most phones have no viewer, and users can turn it off.
  if (file_type === PDF_TYPE) return navigator.pdfViewerEnabled ? 'pdf' : undefined;
  if (INLINE_MEDIA_TYPES.has(file_type)) return file_type.startsWith('audio/') ? 'audio' : 'video';
  const isText = UNTYPED.has(file_type)
    ? TEXT_NAME.test(display_name)
    : file_type.startsWith('text/');
  return isText ? 'text' : undefined;
}
