/** Downloads a text as a file, without the server or local storage. */
export function downloadText(title: string, content: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type: 'text/markdown' }));
  link.download = `${title.replaceAll(/[\\/:*?"<>|]/g, ' ').trim() || 'page'}.md`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
