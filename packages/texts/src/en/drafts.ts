/** Unsaved drafts that are stored on this device. */
export const drafts = {
  title: 'My drafts',
  help: 'Text that you wrote on this device and have not saved. Drafts are not on your other devices.',
  emptyTitle: 'No drafts on this device',
  emptyText: 'What you write is kept here until you save it.',
  unreadable: 'This browser does not allow storing drafts.',
  unsaved: 'Unsaved changes',
  newPage: 'New page',
  discarded: 'Discarded, deleted in {days|# day|# days}',
  open: 'Open',
  openNamed: 'Open the draft “{name}”',
  download: 'Download the draft “{name}”',
  delete: 'Delete the draft “{name}”',
  deleteTitle: 'Delete the draft “{name}”?',
  deleteText: 'The text exists only on this device and cannot be recovered.',
  deleteConfirm: 'Delete draft',
  logoutTitle: 'Log out with unsaved drafts?',
  logoutText:
    'These drafts exist only on this device. Keep them for your next login, or delete them:',
  logoutMore: 'and {count} more',
  logoutKeep: 'Keep and log out',
  logoutDelete: 'Delete and log out',
} as const;
