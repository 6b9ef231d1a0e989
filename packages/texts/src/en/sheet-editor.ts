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
  importFile: 'Import file',
  importText:
    'An Excel file (.xlsx) or comma-separated text (.csv), up to 16 MB. You see what changes before anything does.',
  chooseFile: 'Choose a file',
  importWay: 'What becomes of this table',
  addWay: 'Add',
  addHelp: 'The sheets of the file stand beside those of the table.',
  mergeWay: 'Merge',
  mergeHelp: 'Sheets of the same name are put together; filled cells of the file win.',
  replaceWay: 'Replace',
  replaceHelp: 'The sheets of the file take the place of all others.',
  before: 'Before',
  after: 'After',
  takeIn: 'Import',
  xlsxExport: 'Export to Excel',
  csvExport: 'Export this sheet as CSV',
} as const;
