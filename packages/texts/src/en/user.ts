/** Login, registration, password reset, email verification and setup. */
export const user = {
  username: 'Username',
  usernameOrEmail: 'Username or email',
  password: 'Password',
  newPassword: 'New password',
  repeatPassword: 'Repeat password',
  email: 'Email',
  usernameHelp: 'Letters, digits and _ . - @. It cannot be changed later.',
  passwordHelp: '{min} to {max|# character|# characters}.',
  passwordHelpNames: '{min} to {max|# character|# characters}, without your username or email.',
  passwordMissing: '{count|# more character|# more characters} needed.',
  longEnough: 'Long enough',
  passwordsDiffer: 'The passwords do not match',
  missing: 'This field is required.',
  emailInvalid: 'Enter a valid email, such as name@example.com.',
  captchaReason: 'Required after several failed attempts. Not case-sensitive.',
  captchaMissing: 'Enter the characters in the image.',
  backToLogin: 'Back to login',

  secondStepTitle: 'Two-factor login',
  secondStepText:
    'The password of {username} is correct. Now enter the code of your authenticator app.',
  factorCode: 'Code',
  factorCodeHelp: '6 digits, or one of your recovery codes.',
  setUpTitle: 'Set up two-factor login',
  setUpText:
    'This site requires a second factor for your account. Set one up to continue: a passkey, or an authenticator app on your phone, such as Aegis, FreeOTP or Google Authenticator.',
  setUpSubmit: 'Set up authenticator app',
  setUpLogout: 'Log out',
  loginTitle: 'Log in',
  loginNew: 'No account yet? {link}',
  loginForgot: 'Forgot password?',
  loginSubmit: 'Log in',
  or: 'or',
  entrance: 'Log in with your organisation account',
  otherLogin:
    'You are logged in as {other} in another tab. Log in as {username} to go on with this text.',
  renewedTitle: 'You are logged in',
  renewedText: 'Go back to the tab you came from. This one can be closed.',
  linkTitle: 'Link to your account',
  linkLdap:
    'The directory of your organisation confirmed that you are {username}. An account with this username already exists on this site. Enter its password to link the two.',
  linkOauth2:
    'Your organisation account confirmed that you are {username}. An account with this username already exists on this site. Enter its password to link the two.',
  linkPassword: 'Password on this site',
  linkSubmit: 'Link and log in',
  linkNoPassword:
    'An account with the username {username} already exists on this site. It has no password here, so only an administrator can link it to your login.',
  proveAgain:
    'You have no password on this site. {link} in a new tab, then confirm here within 5 minutes.',
  proveAgainLink: 'Log in again with your organisation account',

  registerTitle: 'Create an account',
  registerKnown: 'Already have an account? {link}',
  registerSubmit: 'Create account',
  registerClosedTitle: 'Registration is closed',
  registerClosedText: 'Ask the administrator of this site for an account.',

  inviteTitle: 'Join {site}',
  inviteText: 'You are invited. Choose how you log in.',
  inviteTextBy: 'You are invited by {inviter}. Choose how you log in.',
  inviteSubmit: 'Create account and log in',
  inviteEnded:
    'It was already used, has expired or was revoked. Ask the administrator of this site for a new invitation.',

  resetTitle: 'Reset your password',
  resetText: 'Enter the email of your account. We send a link for setting a new password to it.',
  resetSubmit: 'Send reset email',
  resetSentTitle: 'Check your email',
  resetSentText:
    'If {email} is a verified email of an account, a reset email is on its way. The link works once, for 30 minutes.',
  resetAgain: 'Send again',
  resetAgainIn: 'Send again in {seconds} s',

  newPasswordTitle: 'Set a new password',
  newPasswordFor: 'For {email}',
  newPasswordDevices: 'All other devices will be logged out.',
  newPasswordSubmit: 'Set password and log in',
  linkOldTitle: 'This link no longer works',
  linkOldText:
    'It was already used or is older than 30 minutes. Request a new one; your password has not changed.',
  linkNew: 'Send a new reset email',

  verifyWorking: 'Verifying your email',
  verifyDoneTitle: 'Email verified',
  verifyDoneText: 'You can now log in with it and reset a forgotten password.',
  verifyOldTitle: 'This link no longer works',
  verifyOldText:
    'It was already used, is older than 24 hours, or a newer email was sent. In the user settings you can check the status and send a new email.',
  verifyFailedTitle: 'Your email is not verified yet',

  setupTitle: 'Set up Octavo',
  setupText: 'Create the first administrator of this site.',
  setupOpen: 'Open registration',
  setupOpenHelp: 'If off, only administrators can create accounts.',
  setupSubmit: 'Create administrator',
  setupDoneTitle: 'This site is already set up',
  setupDoneText: 'Log in with your account.',
  setupLinkTitle: 'This link is not valid',
  setupLinkText: 'Open the complete setup link from the server log.',
} as const;
