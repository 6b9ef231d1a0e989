/** Groups of media types that the user distinguishes. */
export type FileFamily =
  | 'image'
  | 'text'
  | 'archive'
  | 'sheet'
  | 'data'
  | 'sound'
  | 'film'
  | 'file';

const FAMILIES: readonly (readonly [FileFamily, RegExp])[] = [
  ['image', /^image\//],
  ['sound', /^audio\//],
  ['film', /^video\//],
  ['sheet', /spreadsheet|ms-excel|\/csv|\.(?:xlsx?|ods|csv)$/],
  [
    'text',
    /^application\/pdf|wordprocessing|msword|presentation|opendocument|\.(?:docx?|pptx?|md|txt|rtf)$/,
  ],
  ['archive', /zip|tar|rar|7z|gzip|xz|bzip|compressed/],
  ['data', /json|xml|sql|yaml|\.(?:json|xml|ya?ml|sql|js|ts|css|html?)$/],
];

const UNKNOWN = 'application/octet-stream';

interface NamedFile {
  readonly file_type: string;
  readonly display_name: string;
}

/** Uses the detected media type; if it is unknown, the file name extension. */
export function fileFamily({ file_type, display_name }: NamedFile): FileFamily {
  const subject = file_type === UNKNOWN ? display_name.toLowerCase() : file_type;
  return FAMILIES.find(([, pattern]) => pattern.test(subject))?.[0] ?? 'file';
}

/** A short type name for a column: the file name extension if the media type is long or unknown. */
export function typeName({ file_type, display_name }: NamedFile): string {
  const extension = /\.(\w{1,8})$/.exec(display_name)?.[1]?.toLowerCase();
  const isLong = file_type === UNKNOWN || file_type.length > 24;
  return isLong && extension ? extension : file_type.replace(/^.*\/(?=vnd\.|x-)/, '');
}
