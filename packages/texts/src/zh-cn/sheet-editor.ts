import type { Texts } from '../translate.ts';

export const sheetEditor: Texts['sheetEditor'] = {
  title: '编辑表格',
  back: '离开表格',
  firstSheet: '工作表1',
  more: '更多',
  goBack: '返回',
  shareText: '有权阅读该项目的人都可以打开这个地址。',
  merged: '已与 {name} 的修改合并',
  conflictTitle: '{name} 也修改了这些单元格',
  conflictText:
    '其余单元格已自动合并。请选择以下单元格保留哪一方的内容，对方的版本仍保留在历史记录中。',
};
