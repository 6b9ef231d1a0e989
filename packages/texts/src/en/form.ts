export const form = {
  discardTitle: 'Discard what you entered?',
  discardText: 'Your entries have not been saved.',
  keepEditing: 'Keep editing',
  discard: 'Discard',
  leaveTitle: 'Leave without saving?',
  leaveText: 'Your changes are not saved yet.',
} as const;
