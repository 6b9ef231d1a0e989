export const page = {
  untitled: 'Untitled',
} as const;
