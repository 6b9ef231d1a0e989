/** In the order in which the export screen lists them. */
export const exportFormats = ['word', 'pdf', 'markdown', 'html', 'openapi'] as const;
export type ExportFormat = (typeof exportFormats)[number];
