import type { Texts } from '../translate.ts';

export const item: Texts['item'] = {
  regular: '常规项目',
  singlePage: '单页项目',
  table: '表格项目',
  private: '私密',
  archived: '已归档',
  archivedNote: '项目已归档，只能阅读，不能修改。',
  backToItems: '返回我的项目',
  backToItem: '返回项目',

  name: '项目名称',
  description: '项目描述',
  domain: '个性域名',
  domainDigits: '至少加一个字母：纯数字保留给项目编号。',
  domainReserved: '这个词是保留的，请换一个。',
  privacy: '谁可以阅读',
  open: '公开',
  openHelp: '知道地址的人都能阅读。',
  privateHelp: '成员，以及知道访问密码的访客。',
  visitPassword: '访问密码',

  choose: '选择项目',
  noneNamed: '没有找到项目',

  pages: '{count} 个页面',
  catalogs: '{count} 个目录',

  noRightTitle: '没有访问权限',
  noRightText: '请联系项目所有者授权。当前登录的账号是 {username}。',
};
