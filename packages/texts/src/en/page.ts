export const page = {
  untitled: 'Untitled',
  copyOf: '{title} copy',
} as const;
