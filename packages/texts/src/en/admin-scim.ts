export const adminScim = {
  title: 'SCIM',
  provider: 'Identity provider',
  providerHelp:
    'It creates, changes and disables accounts here. Enter this address and a token there.',
  address: 'Address (base URL, tenant URL)',
  tokens: 'Tokens',
  tokensHelp: 'Each opens SCIM and nothing else. Use a second one to replace the first.',
  noTokens: 'No token yet. All requests are refused until you create one.',
  newToken: 'New token',
  nameHelp: 'The identity provider that uses it. The audit log shows this name.',
  created: 'Created',
  createdBy: '{username}, {time}',
  usedFrom: '{time}, {address}',
  revokeText:
    'The identity provider that uses this token is refused immediately. Accounts stay as they are.',

  login: 'Login of these people',
  loginHelp:
    'SCIM accounts have no local password. With a login provider, the first login finds the account.',
  loginProvider: 'Login provider',
  loginNone: 'Not linked',
  loginOff: 'Logins of this kind are switched off on this site.',
  subject: 'User id at the login provider',
  subjectHelp:
    'The attribute that is the immutable id there: “sub” of OpenID Connect, entryUUID or objectGUID of LDAP.',
  group: 'Group',
  save: 'Save',
  saved: 'SCIM settings saved',

  maintained: 'Maintained by SCIM',
  people: 'People',
  disabled: 'Disabled',
  groups: 'Groups',

  refused: 'Refused requests',
  noRefused: 'None in the last 30 days.',
  usernameTaken: 'The local account {username} has this username. It is not taken over.',
  emailTaken: 'The account {username} has verified this email. It is not taken over.',
  administrator:
    '{username} is an administrator, whom SCIM neither links nor changes. Take the role away first.',
  allowed: 'The next request links the account {username}.',
  allow: 'Allow link',
  allowFor: 'Allow link: {user_name}',
  allowTitle: 'Link {username} to the identity provider?',
  allowText:
    'The next request for {user_name} will take over this account: name, email, teams and whether it is enabled. Make sure that it is the same person.',
  allowedNow: 'Allowed. The next request for {user_name} will link the account',
  forbid: 'Take back',
  forbidFor: 'Take back: {user_name}',
  forbidTitle: 'Do not link {username}?',
  forbidText: 'Requests for {user_name} are refused again.',
  forbiddenNow: 'Requests for {user_name} are refused again',
} as const;
