/** Pictures that a browser may show in place, because they run nothing, and how their names end. */
export const PICTURE_TYPES: ReadonlyMap<string, string> = new Map([
  ['image/jpeg', 'jpg'],
  ['image/gif', 'gif'],
  ['image/png', 'png'],
  ['image/apng', 'png'],
  ['image/bmp', 'bmp'],
  ['image/webp', 'webp'],
]);

/** Audio and video that browsers play in a page; they run nothing either. */
export const MEDIA_TYPES: ReadonlySet<string> = new Set([
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
