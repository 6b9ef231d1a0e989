import type { Texts } from '../translate.ts';

export const diff: Texts['diff'] = {
  title: '历史版本对比',
  back: '返回页面',
  current: '当前版本',
  version: '历史版本（{time}）',
  currentBy: '{author}，{time}',
  commented: '{author}：“{comment}”',
  added: '增加 {count} 行',
  removed: '删除 {count} 行',
  previous: '上一处改动',
  next: '下一处改动',
  position: '第 {at} 处，共 {count} 处',
  onlyChanges: '只看改动',
  same: '两个版本完全相同。',
  otherVersions: '其他版本',
  folded: '$ 行没有变化',
  currentText: '当前版本的内容',
  versionText: '历史版本的内容',
  bothTexts: '合在一列的两份内容',
};
