export const adminLoginKey = {
  title: 'General integration',
  help: 'Another system of yours logs people in by links that it signs with this key.',
  key: 'Key',
  keyHelp: 'Whoever has it can come in as anybody but an administrator. Keep it in servers only.',
  reset: 'Reset',
  resetTitle: 'Reset the integration key?',
  resetText: 'Links signed with the present key stop working at once.',
  resetDone: 'The key was reset',
  older: 'Accept links of the older form',
  olderHelp:
    'Signed by MD5 and without a nonce, as the older product makes them. Switch it on only as long as a system needs it.',
  olderSaved: 'Saved',
  example: 'How a link is made',
  exampleHelp:
    'time is in seconds and may be 60 seconds off; nonce is 16 to 64 random letters and digits. A link opens once. name and redirect may be left out.',
} as const;
