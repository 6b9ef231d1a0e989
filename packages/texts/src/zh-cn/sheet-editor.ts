import type { Texts } from '../translate.ts';

export const sheetEditor: Texts['sheetEditor'] = {
  title: '编辑表格',
  back: '离开表格',
  firstSheet: '工作表 1',
  more: '更多',
  goBack: '返回',
  shareText: '能阅读该项目的人都可以打开这个地址。',
  merged: '已与 {name} 的修改合并',
  takenOut: '已删除',
  conflictTitle: '{name} 也修改了这些单元格',
  conflictText:
    '其余单元格已自动合并。请选择以下内容保留哪一方。一方删除、另一方修改过的行会整行保留或整行删除，另一方的版本仍保留在历史版本中。',
  importFile: '导入文件',
  noFiles: '表格不能添加附件。Excel 和 CSV 文件可以从菜单导入。',
  importText:
    '支持 Excel 文件（.xlsx）或逗号分隔的文本（.csv），不超过 16 MB。导入前可以预览改动。',
  chooseFile: '选择文件',
  importWay: '导入方式',
  addWay: '追加',
  addHelp: '文件中的工作表追加在现有工作表之后。',
  mergeWay: '合并',
  mergeHelp: '合并同名工作表，以文件中有内容的单元格为准。',
  replaceWay: '替换',
  replaceHelp: '用文件中的工作表替换全部现有工作表。',
  before: '导入前',
  after: '导入后',
  takeIn: '导入',
  xlsxExport: '导出为 Excel',
  csvExport: '将当前工作表导出为 CSV',
};
