export const exporting = {
  contents: 'Contents',
} as const;
