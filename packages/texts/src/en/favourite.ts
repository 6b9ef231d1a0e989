export const favourite = {
  add: 'Add to favourites: {name}',
  remove: 'Remove from favourites: {name}',
} as const;
