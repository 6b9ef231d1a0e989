/** A file beside the pages; scripts are the only data that `file:` lets a page load. */
export function loadScript(address: string): Promise<void> {
  return new Promise((done, fail) => {
    const script = document.createElement('script');
    script.src = address;
    script.addEventListener('load', () => done());
    script.addEventListener('error', () => fail(new Error(`${address} did not load`)));
    document.head.append(script);
  });
}
