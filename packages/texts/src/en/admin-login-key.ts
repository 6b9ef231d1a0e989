export const adminLoginKey = {
  title: 'General integration',
  help: 'Another system can log users in with links signed with this key.',
  key: 'Key',
  show: 'Show key',
  keyHelp:
    'Anyone who has this key can log in as any user except administrators. Store it only on servers.',
  reset: 'Reset',
  resetTitle: 'Reset the integration key?',
  resetText: 'Links signed with the current key stop working immediately.',
  resetDone: 'Key reset',
  older: 'Accept ShowDoc login links',
  olderHelp:
    'ShowDoc signs links with MD5 and without a nonce, which is less secure. Switch it on only while a system needs it.',
  olderSaved: 'Saved',
  example: 'How to create a link',
  exampleHelp:
    'time is in seconds and may differ by up to 60 seconds; nonce is 16 to 64 random letters and digits. Each link works once. name and redirect are optional.',
} as const;
