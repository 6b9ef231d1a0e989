export const errors = {
  general:
    'Something went wrong. Try again. If it keeps happening, send this number to your administrator: {request_id}',
  invalidRequest: 'The request is incomplete or invalid: {field}',
  notFound: 'Not found, or you do not have access',
  noSuchCall: 'This address does not exist',
  unavailable: 'The server is not available. Try again in a moment',
  overloaded: 'The server is busy. Try again in a moment',
  registrationClosed: 'Registration is closed on this site',
  passwordsDiffer: 'The passwords do not match',
  usernameInvalid: 'A username must have 2 to 64 letters, digits or _ . - @',
  usernameReserved: 'This username is reserved. Choose another one',
  passwordLength: 'A password must have {min} to {max|# character|# characters}',
  passwordPersonal: 'A password must not contain your username or email. Choose another one',
  passwordCommon: 'This password is too common and easy to guess. Choose another one',
  linkInvalid: 'This link was already used or has expired. Request a new one',
  setupDone: 'This site is already set up',
  foreignAddress: 'Only addresses of this site are allowed',
  directoryDown:
    'The directory of your organisation does not respond. Try again later. Accounts of this site can still log in',
  notLinked:
    'This username already belongs to an account of this site that is not linked to your login. Contact your administrator',
  providerDown:
    'The login service of your organisation does not respond. Try again later. Accounts of this site can still log in',
  localProvider:
    'This address is internal to the server or its cloud. The operator can allow it with OAUTH2_ALLOWED_ADDRESSES',
  providerRefused:
    'The login service of your organisation did not return your identity. Contact your administrator',
  providerDenied: 'Sign-in was denied or cancelled. Try again, or log in with a password',
  providerSetup:
    'The login service of your organisation does not accept this site. Ask your administrator to check the client ID, the secret and the redirect address',
  providerInvalid:
    'The answer of the login service could not be verified, so you were not logged in. Try again. If it happens again, tell your administrator',
  accountNotAllowed:
    'Your organisation account may not use this site. Ask your administrator to give it access to the application',
  attemptEnded:
    'This login has expired, was already used, or was started in another browser. Try again',
  linkTaken: 'This organisation account is already linked to another account of this site',
  secretAgain: 'The stored secret belongs to another server. Enter the secret for this one',
  freshLoginNeeded:
    'Log in again with your organisation account first. The login is valid for 5 minutes',
  localAccessOff:
    'This account logs in through the directory or provider. Switch on local access in its login methods before you set a password',
  passwordElsewhere: 'Your password is managed by your organisation. Change it there',
  administratorStays:
    'Administrators cannot be deleted or disabled. Remove the administrator role first',
  lastAdministrator: 'This is the last administrator. Make another user an administrator first',
  ownRole: 'Only another administrator can change your role',
  accountDisabled: 'This account is disabled. Ask your administrator',
  identityUnknown: 'No user, or more than one, was found under this name in the directory',
  identityExists: 'This account is already linked to another identity of this kind',
  identityRequired:
    'This account has no other way to log in. Link an identity of the directory or provider first',
  lastLoginMethod:
    'This is the only way to log in to your account. Ask your administrator to set a password first',
  sameAccount: 'Enter another account',
  newOwnerRequired: 'This user owns items or teams. Enter a new owner',
  importUnreadable:
    'This file is not an OpenAPI or Swagger description, a Postman collection or a zip of Markdown files.',
  userFileUnreadable: 'This is not a CSV file. Save the table as CSV and choose it again',
  userFileTooLong: 'The file has more than 50,000 lines. Split it into several files',
  notWorkbook: 'This page is a table. Its content must be the JSON of a workbook: a list of sheets',
  loginNeeded: 'Log in to continue',
  forbidden: 'You do not have permission to do this',
  crossSite:
    'This request came from another site and was blocked. The address of this site is {address}',
  usernameTaken: 'This username is taken',
  wrongLogin: 'Incorrect username or password',
  captchaWrong: 'The verification code is incorrect or has expired',
  wrongPassword: 'Incorrect password',
  noSuchUser: 'User not found',
  captchaNeeded: 'Incorrect username or password. A verification code is now required',
  pdfMissing: 'This site cannot create PDF files. The operator must set up Chromium first',
  taskFailed: 'Something went wrong on our side. Nothing was changed. Try again',
  noExportRight: 'You do not have permission to import or export here',
  notManager: 'Only the owner of this item can do this',
  domainTaken: 'Personal domain name already exists',
  domainInvalid: 'Personalized domain names can only be a combination of letters or numbers',
  wrongApiToken: 'Incorrect api_key or api_token',
  visitPasswordWrong: 'Incorrect visit password',
  visitPasswordNeeded: 'This item requires the visit password',
  visitCaptchaNeeded: 'Incorrect visit password. A verification code is now required',
  siteNeedsLogin: 'Log in to use this site',
  saveConflict: 'Someone else saved this page before you',
  pageLocked: '{name} is editing this page',
  tooManyRequests: 'Too many attempts. Wait a moment and try again',
  tooLarge: 'The content is too large',
  fileTypeRefused: 'This file type is not allowed',
  itemArchived: 'This item is archived and cannot be changed',
  filterInvalid: 'Not a valid LDAP filter: {filter}',
  syncRunning: 'A sync with the directory is already running',
  secondFactorNeeded: 'Confirm this with your second factor',
  secondFactorRequired: 'This site requires two-factor login. Set it up to continue',
  factorCodeWrong: 'This code is incorrect or was already used. Enter the next one',
  confirmationNeeded: 'Confirm that it is you to continue',
  passkeyUnknown:
    'This passkey belongs to no account here. Choose another one, or log in with your password',
  passkeyOfOther: 'This passkey belongs to another account. Choose the one of {username}',
  passkeyRejected:
    'The passkey was not accepted. Open this site at {address} and try again, or use your password',
  passkeyCopied:
    'This passkey was rejected because there seems to be a copy of it. Log in another way and remove it in your user settings',
  passkeyExpired: 'That took too long, or it was answered already. Try again',
  passkeyExists: 'This passkey is already registered here. Use another device or security key',
  passkeysFull: 'You have 20 passkeys. Remove one to add another',
  passkeysOff: 'Passkeys need a site with https and a host name. Use your password instead',
  passkeyNeedsLogin:
    'Log in with your organisation account first. The passkey then confirms that login',
  lastSecondFactor:
    'This site requires two-factor login, so the last second factor cannot be removed',
  linkInSettings:
    'This account uses two-factor login. Log in with its password, then link it in your user settings',
  addressRefused:
    'You cannot log in from this network. Connect to an allowed one, for example that of your office or its VPN, or ask your administrator',
  consoleAddressRefused:
    'The console cannot be used from {address}. Connect to an allowed network, for example that of your office or its VPN',
  ownAddressMissing:
    'Your own address {address} is in none of these networks, so you would lock yourself out. Add it first',
  networkInvalid:
    'Not an address or network: {network}. Write it like 10.20.0.0/16, 203.0.113.24 or 2001:db8::/48',
  networksEmpty: 'Add at least one network, or switch the list off',
  waitAfterFailures:
    'Too many failed attempts from your network. Try again in {minutes|# minute|# minutes}',
  fieldMaintained: 'Name and email of this account come from {source}. Change them there',
  consoleConfirmationNeeded: 'Confirm that it is you to go on in the console',
  treeChanged: 'The tree has changed since then, so this move can no longer be undone',
  catalogTooDeep: 'Catalogs can have at most 3 levels',
  ownPassword: 'Change your own password in the user settings',
  privateNeedsPassword: 'Private items need a visit password',
  quotaUsedUp: 'Your storage is full',
  scimTokensFull: 'There are 4 SCIM tokens already. Revoke one to create another',
  tokensFull: 'You have 50 access tokens. Revoke one to create another',
  tokenInvalid:
    'This access token is unknown or was revoked. Create a new one in the user settings and send it in the Authorization header',
  tokenElsewhere:
    'This access token does not work from this address. Use it in the network that it is limited to, or create a new one',
  tokenExpired: 'This access token has expired. Create a new one in the user settings',
  tokenScopeMissing:
    'This access token does not have the scope “{scope}”. Create a new one that has it',
  tokenRefused: 'This call does not accept personal access tokens. Log in to make it',
  tokenItemExcluded:
    'This access token is limited to other items. Create a new one that includes this item',
  tokenNeedsItem:
    'This access token is limited to items, and this call concerns more than these. Create a new one for all items',
  tokenTooLong: 'On this site an access token is valid for at most {days|# day|# days}',
  favouritesFull: 'You have 200 favourites. Remove one to add another',
  storageFailed:
    'The file could not be stored. Try again later. If it keeps happening, contact your administrator',
} as const;
