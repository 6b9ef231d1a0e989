/** Opens the file chooser of the browser; it needs a key or a click of the user. */
export function chooseFiles(accept: string, onFiles: (files: readonly File[]) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = accept;
  input.multiple = true;
  input.addEventListener('change', () => onFiles(Array.from(input.files ?? [])));
  input.click();
}
