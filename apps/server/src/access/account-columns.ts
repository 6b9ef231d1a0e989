/** The columns of a user that the user may see: `account` of the contract. */
export const accountColumns = [
  'user.uid',
  'user.username',
  'user.name',
  'user.email',
  'user.email_verify',
  'user.groupid',
  'user.language',
  'user.reg_time',
  'user.last_login_time',
  'user.password_time',
  'user.email_sent_time',
] as const;
