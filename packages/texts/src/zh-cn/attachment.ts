import type { Texts } from '../translate.ts';

export const attachment: Texts['attachment'] = {
  title: '附件',
  upload: '上传文件',
  limit: '单个文件不超过 4 MB。图片可以直接粘贴或拖进正文。',
  uploading: '正在上传 {name}…',
  uploaded: '「{name}」已上传',
  uploadFailed: '文件上传失败',
  imageFailed: '图片上传失败',
  none: '还没有附件',
  noneText: '在这里上传的文件和正文里的图片都会列出来。',
  size: '{size} MB',
  insert: '插入',
  insertFile: '插入「{name}」',
  delete: '删除「{name}」',
  deleteTitle: '删除「{name}」？',
  deleteText: '正文里引用它的链接和图片将会失效，删除后无法恢复。',
  deleteAction: '删除附件',
  deleted: '「{name}」已删除',
};
