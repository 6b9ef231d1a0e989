import type { Texts } from '../translate.ts';

export const adminAudit: Texts['adminAudit'] = {
  password: '密码',
  ldap: 'LDAP',
  oauth2: 'OAuth2',
  link: '签名链接',
  changed: '{setting}：{from} → {to}',
  replaced: '{setting}：已更换',
  after: '；',
  on: '开',
  off: '关',
  nothing: '空',
  transfer: '{name}，由 {from} 转给 {to}',
};
