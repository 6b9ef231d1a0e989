export const itemPassword = {
  title: 'This item is private',
  text: 'Enter its visit password to read it.',
  password: 'Visit password',
  open: 'Open item',
  wrong: '{reason}. Ask the owner if it was changed.',
  captchaReason: 'Asked for after several failed attempts.',
  member: 'A member? {link}',
  logIn: 'Log in instead',
  loggedIn: 'You are logged in as {username}.',
  kept: 'The pass is kept in this browser for 24 hours.',
} as const;
