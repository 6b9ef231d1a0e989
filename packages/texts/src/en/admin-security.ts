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
  days: 'Days to set it up',
  daysHelp: 'After that, a login leads to the set-up and nowhere else.',
  provider: 'Trust the OAuth2 provider',
  providerHelp:
    'A login at the provider counts as one with two factors. Switch it off if the provider does not ask for a second factor.',
  concerned: '{count|# person|# people} without two-factor login must set it up.',
  remove: 'Remove two-factor login',
  removeTitle: 'Remove two-factor login of {username}?',
  removeText:
    'For a user who has lost phone and recovery codes. The user is logged out everywhere and informed by email. Make sure that the request comes from the user.',
  removed: 'Two-factor login of {username} removed',
} as const;
