/** Image types that are safe to serve inline because they cannot contain scripts, with their file extensions. */
export const INLINE_IMAGE_TYPES: ReadonlyMap<string, string> = new Map([
  ['image/jpeg', 'jpg'],
  ['image/gif', 'gif'],
  ['image/png', 'png'],
  ['image/apng', 'png'],
  ['image/bmp', 'bmp'],
  ['image/webp', 'webp'],
]);

/** Audio and video types that browsers play inline; they cannot contain scripts either. */
export const INLINE_MEDIA_TYPES: ReadonlySet<string> = new Set([
  'audio/mpeg',
  'audio/mp4',
  'audio/x-m4a',
  'audio/aac',
  'audio/ogg',
  'audio/wav',
  'audio/flac',
  'video/mp4',
  'video/webm',
  'video/ogg',
]);

export const PDF_TYPE = 'application/pdf';
