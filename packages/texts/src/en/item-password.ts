export const itemPassword = {
  title: 'This item is private',
  text: 'Enter the visit password to read it.',
  password: 'Visit password',
  open: 'Open item',
  wrong: '{reason}. If it was changed, ask the owner of the item.',
  captchaReason: 'Required after several failed attempts.',
  member: 'A member? {link}',
  logIn: 'Log in instead',
  loggedIn: 'You are logged in as {username}.',
  kept: 'This browser stays unlocked for 24 hours.',
} as const;
