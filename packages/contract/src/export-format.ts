/** In the order in which the screen offers them. */
export const exportFormats = ['word', 'pdf', 'markdown', 'html', 'openapi'] as const;
export type ExportFormat = (typeof exportFormats)[number];
