/** Files of a page, and pictures in its text. */
export const attachment = {
  title: 'Attachments',
  upload: 'Upload a file',
  limit: 'Up to 4 MB. Pictures can also be pasted or dropped into the text.',
  uploading: 'Uploading {name}…',
  uploaded: '“{name}” uploaded',
  uploadFailed: 'The file could not be uploaded',
  imageFailed: 'Image upload failed',
  none: 'No attachments yet',
  noneText: 'Files uploaded here and pictures in the text appear here.',
  size: '{size} MB',
  insert: 'Insert',
  insertFile: 'Insert “{name}”',
  delete: 'Delete “{name}”',
  deleteTitle: 'Delete “{name}”?',
  deleteText:
    'Wherever the text links to it or shows it, it will be missing. This cannot be undone.',
  deleteAction: 'Delete attachment',
  deleted: '“{name}” deleted',
} as const;
