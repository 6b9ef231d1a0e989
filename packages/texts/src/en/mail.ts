export const mail = {
  verifySubject: 'Confirm your email for Octavo',
  verifyText:
    'Hello {name},\n\nopen this link to confirm that this email is yours:\n\n{link}\n\nIt works for 24 hours. If you did not ask for it, ignore this mail.',
  takenSubject: 'Your email was entered on Octavo again',
  takenText:
    'Hello {name},\n\nsomeone tried to bind this email to another account. It stays bound to yours and nothing was changed.',
  testSubject: 'A mail to test with',
  testText: 'This mail was sent from the settings of {address}. Mails reach you.',
  resetSubject: 'Set a new Octavo password',
  resetText:
    'Hello {name},\n\nopen this link to set a new password:\n\n{link}\n\nIt works once, within 30 minutes. If you did not ask for it, ignore this mail: your password stays as it is.',
} as const;
