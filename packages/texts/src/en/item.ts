/** What several screens say of an item. */
export const item = {
  regular: 'Regular',
  singlePage: 'Single page',
  table: 'Table',
  private: 'Private',
  archived: 'Archived',
  archivedNote: 'This item is archived. It can be read, not changed.',
  backToItems: 'Back to my items',
  backToItem: 'Back to the item',

  name: 'Item name',
  description: 'Description',
  domain: 'Personal domain',
  domainDigits: 'Add a letter: digits alone are the number of an item.',
  domainReserved: 'The site itself uses this word. Choose another one.',
  privacy: 'Who can read it',
  open: 'Open',
  openHelp: 'Anyone with the address.',
  privateHelp: 'Members, and visitors with the password.',
  visitPassword: 'Visit password',

  choose: 'Choose an item',
  noneNamed: 'No item is named like this',

  pages: '{count|# page|# pages}',
  catalogs: '{count|# catalog|# catalogs}',

  noRightTitle: 'You cannot open this',
  noRightText: 'Ask the owner of the item for the right. You are logged in as {username}.',
} as const;
