/** What the screen shows: the items, or one of the lists beside them. The name is in the URL. */
export const tabLabels = {
  favourites: 'myItems.tabFavourites',
  recent: 'myItems.tabRecent',
  drafts: 'myItems.tabDrafts',
  changes: 'myItems.tabChanges',
} as const;

export type ListTab = keyof typeof tabLabels;

export function toTab(name: string | null): ListTab | '' {
  return name !== null && name in tabLabels ? (name as ListTab) : '';
}
