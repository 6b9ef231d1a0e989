/** Writing a table. */
export const sheetEditor = {
  title: 'Edit table',
  back: 'Leave the table',
  firstSheet: 'Sheet1',
  more: 'More',
  goBack: 'Go back',
  shareText: 'Whoever may read the item can open this address.',
  merged: 'Merged with the changes of {name}',
  conflictTitle: '{name} has changed the same cells',
  conflictText:
    'All other cells are already put together. Choose what these cells hold; the version of the other stays in the history.',
} as const;
