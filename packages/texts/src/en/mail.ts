export const mail = {
  verifySubject: 'Verify your email for Octavo',
  verifyText:
    'Hello {name},\n\nopen this link to verify that this email is yours:\n\n{link}\n\nThe link works for 24 hours. If you did not request it, ignore this email.',
  takenSubject: 'Someone entered your email on Octavo',
  takenText:
    'Hello {name},\n\nsomeone tried to add this email to another account. It still belongs to your account, and nothing was changed.',
  testSubject: 'Test email',
  testText: 'This email was sent from the settings of {address}. Email delivery works.',
  resetSubject: 'Reset your Octavo password',
  resetText:
    'Hello {name},\n\nopen this link to set a new password:\n\n{link}\n\nThe link works once, for 30 minutes. If you did not request it, ignore this email. Your password does not change.',
  resetElsewhereText:
    'Hello {name},\n\nsomeone requested a new password for your account. You log in with the account of your organisation, so there is no password to reset here. Change it there, or ask your administrator. If you did not request it, ignore this email.',
  factorSubject: 'Two-factor login of your account was changed',
  factorText:
    'Hello {name},\n\n{change}\n\nIf this was not you, change your password and tell your administrator. Your second factors:\n\n{link}',
  factor_totpOn: 'an authenticator app was added to your account.',
  factor_totpMoved: 'the authenticator app of your account was replaced by another one.',
  factor_totpOff: 'the authenticator app of your account was removed.',
  factor_passkeyOn: 'a passkey was added to your account.',
  factor_passkeyOff: 'a passkey of your account was removed.',
  factor_newCodes: 'new recovery codes were created for your account. The old ones no longer work.',
  factor_recoveryUsed: 'a recovery code was used to log in to your account.',
  factor_removedByAdmin:
    'an administrator removed all second factors of your account and logged you out everywhere.',
  inviteSubject: 'You are invited to {site}',
  inviteHello: 'Hello,',
  inviteHelloName: 'Hello {name},',
  inviteText: 'you are invited to {site}.',
  inviteTextBy: 'you are invited to {site} by {inviter}.',
  inviteUsername: 'Your username: {username}',
  inviteLink:
    'Open this link to set your password:\n\n{link}\n\nThe link works once, for {days|# day|# days}. If you did not expect it, ignore this email.',
} as const;
