export const adminAudit = {
  password: 'Password',
  ldap: 'LDAP',
  oauth2: 'OAuth2',
  link: 'Signed link',
  changed: '{setting}: {from} → {to}',
  replaced: '{setting}: changed',
  after: '; ',
  on: 'on',
  off: 'off',
  nothing: 'empty',
  transfer: '{name}, from {from} to {to}',
} as const;
