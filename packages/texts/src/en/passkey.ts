/** Passkeys, and the confirmation of dangerous actions. */
export const passkey = {
  title: 'Passkeys',
  help: 'Log in with fingerprint, face or a security key. No password needed.',
  add: 'Add passkey',
  emptyTitle: 'No passkeys yet',
  emptyText: 'Use the fingerprint or face of this device, or a security key.',
  added: 'Added {added}, last used {used}',
  addedOnly: 'Added {added}, not used yet',
  rename: 'Rename {name}',
  remove: 'Remove {name}',
  needsHttps:
    'Passkeys are not available: they need https, and this site is used over plain http. An authenticator app works here.',
  needsName:
    'Passkeys are not available: they need a host name, and the address of this site is an IP address. An authenticator app works here.',
  noBrowser:
    'Passkeys are not available in this browser: it does not support them, or does not trust the connection. An authenticator app works here.',
  newTitle: 'Add a passkey',
  newHelp: 'Your browser then asks for your fingerprint, your face, or a security key.',
  newFirst:
    'From then on your password alone is not enough to log in: a passkey or a recovery code is needed too. Your other devices are logged out.',
  name: 'Name',
  nameHelp: 'So that you can tell your passkeys apart.',
  done: 'Passkey added',
  renameTitle: 'Rename passkey',
  renameSubmit: 'Save',
  renamed: 'Passkey renamed',
  removeTitle: 'Remove “{name}”?',
  removeText: 'You can no longer log in with it. Delete it on the device too.',
  removeLast:
    'It is your last second factor: your password alone is then enough to log in. Your recovery codes are deleted.',
  removeSubmit: 'Remove',
  removed: 'Passkey removed',
  lastStays: 'Two-factor login is required. Add another second factor before you remove this one.',

  use: 'Use a passkey',
  secondStep: 'The password of {username} is correct. Now use your passkey, or enter a code.',
  cancelled: 'The request was cancelled or not allowed. Try again, or use another way.',
  timedOut: 'The request timed out. Try again and answer your device in time.',
  notThisSite:
    'Passkeys do not work at this address. Open the site at its usual address and try again.',
  exists: 'This device already has a passkey of your account. Use another device or security key.',
  unsupported:
    'This device cannot create a passkey that verifies you. Set up a PIN, fingerprint or face on it, or use another device.',
  failed: 'Your device could not use the passkey. Try again, or use another way.',

  confirmTitle: 'Confirm it is you',
  confirmRecent: 'You are not asked again for {minutes|# minute|# minutes}.',
  confirmPassword: 'Password',
  confirmCode: 'Code',
  confirmWay: 'Confirm with',
  confirmSubmit: 'Confirm',
  recoveryCode: 'Recovery code',
  recoveryCodeHelp: 'One of the codes that you kept when you added the passkey.',
} as const;
