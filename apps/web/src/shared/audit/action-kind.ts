/** Actions that remove something, that change access or ownership, and that change the settings of the site. */
const HIGHLIGHTED_ACTIONS = [
  ['error', /\.(delete|archive|disable|merge)/i],
  [
    'warning',
    /attorn|reset\w*Key|password|loginFailed|(grant|revoke)Admin|setRole|setLocalAccess|linkIdentity/i,
  ],
  ['plum', /^adminSetting\.(save|upload)/],
] as const;

/** The colour of an audit entry. */
export function actionKind(action: string) {
  return HIGHLIGHTED_ACTIONS.find(([, actions]) => actions.test(action))?.[0] ?? 'plain';
}
