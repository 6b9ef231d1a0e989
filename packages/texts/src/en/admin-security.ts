export const adminSecurity = {
  title: 'Security',
  secondFactor: 'Two-factor login',
  without: 'Not set up by {count} of {total|# active user|# active users}.',
  requiredOf: 'Required of',
  none: 'No one',
  noneHelp: 'Everyone decides alone',
  staff: 'Administrators',
  staffHelp: 'And auditors: {count|# person|# people}',
  everybody: 'Everyone',
  everybodyHelp: '{count|# person|# people} must set it up',
  days: 'Time to set it up',
  daysHelp: 'After that, a login leads to the set-up and nowhere else.',
  provider: 'Trust the login provider',
  providerHelp:
    'A login at the provider counts as one with two factors. Switch it off if the provider does not ask for a second factor.',
  concerned: '{count|# person|# people} without two-factor login must set it up.',
  dayUnit: 'days',
  minuteUnit: 'min',
  characterUnit: 'characters',
  daysWrong: 'Enter a whole number from {min} to {max}, or 0 to keep everything',

  sessions: 'Sessions',
  sessionsHelp: 'Shorter times apply to open sessions immediately.',
  idle: 'End after no use',
  longest: 'End in any case',
  consoleConfirm: 'Console asks again',
  consoleConfirmHelp: 'For the second factor or the password. 0: never',

  passwords: 'Passwords',
  passwordsHelp:
    'For new passwords on this site. Existing ones stay valid; there is no forced change after a time.',
  minLength: 'Shortest length',
  commonRefused: 'Refuse common passwords',
  commonRefusedHelp: 'Checked on this server, nothing is sent',
  personalRefused: 'Refuse own username or email',
  loginWait: 'Wait after failures',
  loginWaitHelp: 'After {count} in a row for one account from one network. 0: no wait',

  networks: 'Allowed addresses',
  networksHelp:
    'Locked out? The command “octavo security clear-networks” on the server allows all networks again.',
  consoleNetworks: 'Networks for the console',
  consoleNetworksOn: 'Limit the console to networks',
  consoleNetworksHelp: 'Only these networks open the console, also with open sessions and tokens.',
  loginNetworks: 'Networks for logins',
  loginNetworksOn: 'Limit logins to networks',
  loginNetworksHelp:
    'Only these networks log in or act as a user, also with open sessions, access tokens and API keys of items. Public pages stay open to everyone.',
  network: 'Network',
  note: 'Note',
  added: 'Added',
  addedBy: '{time}, {username}',
  youAreHere: 'You are here, {address}',
  locked: 'Removing this would lock you out',
  removeNetwork: 'Remove {network}',
  newNetwork: '{list}: new network',
  newNote: '{list}: note on the new network',
  add: 'Add',
  notAdded: 'Add this network, or clear the field',
  ownMissing:
    'Your own address {address} is in none of these networks, so you would lock yourself out.',
  addOwn: 'Add {address}',

  retention: 'Retention',
  retentionHelp: 'Older data is deleted every night and cannot be recovered. 0 keeps it for ever.',
  auditDays: 'Audit log',
  recycleDays: 'Recycle bin',
  recycleDaysHelp: 'Deleted pages and items',
  versionDays: 'Old versions',
  versionDaysHelp: 'From the day a version was replaced. Versions with a note stay.',

  stricterTitle: 'Save these stricter rules?',
  sessionsEnd:
    '{sessions|# open session|# open sessions} of {users|# person|# people} will end. They have to log in again.',
  ownSessionEnds: 'Your own session ends too, so you have to log in again.',
  usersOutside:
    '{count|# person was|# people were} last seen outside the networks for logins. From there they can no longer log in or use their open sessions.',
  staffOutside:
    '{count|# administrator or auditor was|# administrators and auditors were} last seen outside the networks for the console. From there they can no longer open it.',
  auditEntries: '{count|# audit entry|# audit entries} will be deleted.',
  recycledPages: '{count|# page|# pages} in recycle bins will be deleted.',
  recycledItems: '{count|# deleted item|# deleted items} can no longer be recovered.',
  versionsDeleted: '{count|# old version|# old versions} will be deleted.',
  countLimit: 'Counting stops at 100,000.',

  refusedTitle: 'The console is closed here',
  refusedText:
    'The console cannot be used from {address}. Connect to an allowed network, for example that of your office or its VPN, and try again.',

  remove: 'Remove two-factor login',
  removeTitle: 'Remove two-factor login of {username}?',
  removeText:
    'For a user who has lost phone, passkeys and recovery codes. The user is logged out everywhere and informed by email. Make sure that the request comes from the user.',
  removed: 'Two-factor login of {username} removed',
} as const;
