import type { Texts } from '../translate.ts';

export const exporting: Texts['exporting'] = {
  title: '导出',
  format: '格式',
  word: 'Word',
  wordHelp: '一个 .docx，图片在内',
  markdown: 'Markdown',
  markdownHelp: '.md 文件打成的 zip',
  content: '内容',
  allPages: '全部页面',
  byCatalog: '按目录',
  catalog: '目录',
  none: '不限目录',
  page: '页面',
  everyPage: '全部页面',
  markdownTip:
    '全部 {count} 个页面按目录放进文件夹，图片和 octavo.json 一并打包。这个 zip 可以再导入回来。',
  begin: '开始导出',
  back: '返回',
  waiting: '排队中…',
  running: '已写 {done} / {total} 页',
  working: '正在生成文件',
  done: '文件已生成',
  size: '{name}，{size}',
  download: '下载',
  failed: '导出失败',
  contents: '目录',
};
