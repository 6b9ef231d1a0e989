import type { Texts } from '../translate.ts';

export const sheet: Texts['sheet'] = {
  find: '在当前工作表中查找',
  column: '查找的列',
  allColumns: '全部列',
  onlyHits: '只看匹配的行',
  hits: '找到 {count} 处',
  hitOf: '第 {at} 处，共 {count} 处',
  previousHit: '上一处',
  nextHit: '下一处',
  sheets: '工作表',
  rows: '{count} 行',
  cell: '单元格',
  cellNamed: '{name}',
  rowNamed: '第 {name} 行',
  columnNamed: '{name} 列',
  addedSheet: '新增，{count} 个单元格',
  removedSheet: '已删除，{count} 个单元格',
  changedSheet: '{count} 处改动',
  sameCells: '两个版本的单元格完全相同。',
  moreCells: '还有 {count} 处改动未显示。',
};
