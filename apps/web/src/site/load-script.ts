/** Loads a script; from `file:` a page can load data only as scripts. */
export function loadScript(address: string): Promise<void> {
  return new Promise((done, fail) => {
    const script = document.createElement('script');
    script.src = address;
    script.addEventListener('load', () => done());
    script.addEventListener('error', () => fail(new Error(`${address} did not load`)));
    document.head.append(script);
  });
}
