/** What takes something away, what gives it or the way to it to others, and what the site itself is set to. */
const LOUD = [
  ['error', /\.(delete|archive|disable|merge)/i],
  ['warning', /attorn|reset\w*Key|password|loginFailed|(grant|revoke)Admin|linkIdentity/i],
  ['plum', /^adminSetting\.(save|upload)/],
] as const;

/** The colour of an entry; its words say the same. */
export function actionKind(action: string) {
  return LOUD.find(([, actions]) => actions.test(action))?.[0] ?? 'plain';
}
