/** Texts about items that several screens use. */
export const item = {
  regular: 'Regular',
  singlePage: 'Single page',
  table: 'Table',
  private: 'Private',
  archived: 'Archived',
  archivedNote: 'This item is archived and read-only.',
  backToItems: 'Back to my items',
  backToItem: 'Back to the item',

  name: 'Item name',
  description: 'Description',
  domain: 'Personal domain',
  domainDigits: 'Add a letter: digits alone are reserved for item numbers.',
  domainReserved: 'This word is reserved. Choose another one.',
  privacy: 'Who can read it',
  open: 'Open',
  openHelp: 'Anyone with the address.',
  privateHelp: 'Members, and visitors with the visit password.',
  visitPassword: 'Visit password',

  choose: 'Choose an item',
  noneNamed: 'No item found',

  pages: '{count|# page|# pages}',
  catalogs: '{count|# catalog|# catalogs}',

  noRightTitle: 'You do not have access',
  noRightText: 'Ask the owner of the item for access. You are logged in as {username}.',
} as const;
