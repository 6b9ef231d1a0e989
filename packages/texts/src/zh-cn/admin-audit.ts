import type { Texts } from '../translate.ts';

export const adminAudit: Texts['adminAudit'] = {
  password: '密码',
  ldap: 'LDAP',
  oauth2: 'OAuth2',
  link: '签名链接',
  failedPassword: '密码错误',
  failedUnknown: '用户名不存在',
  failedDisabled: '账号已停用',
  failedNotLinked: '未与该账号绑定',
  identity: '{kind}：{from} → {to}',
  merge: '{from} 并入 {to}：{items} 个项目、{teams} 个团队、{files} 个文件',
  failedMore: '一小时内的后续尝试不再列出',
  changed: '{setting}：{from} → {to}',
  replaced: '{setting}：已更换',
  after: '；',
  on: '开',
  off: '关',
  nothing: '空',
  transfer: '{name}，由 {from} 转给 {to}',
};
