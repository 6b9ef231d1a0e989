/**
 * Does what a browser does at the provider: follows redirects to the login page, submits a name, and returns the
 * URL that the provider redirects back to. Cookies are stored in `jar`, so that the provider recognizes the browser
 * the next time.
 */
export async function signInAtProvider(
  address: string,
  {
    login,
    act = 'yes',
    jar = new Map(),
  }: { login: string; act?: 'yes' | 'no'; jar?: Map<string, string> },
): Promise<URL> {
  const { origin } = new URL(address);
  let url = address;
  let form: string | undefined;
  for (let step = 0; step < 12; step += 1) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: {
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form && { method: 'POST', body: form }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) {
      const html = await response.text();
      if (!html.includes('<form')) throw new Error(`${response.status} at ${url}: ${html}`);
      form = new URLSearchParams({ login, act }).toString();
      continue;
    }
    form = undefined;
    const next = new URL(location, url);
    if (next.origin !== origin) return next;
    url = next.href;
  }
  throw new Error('the provider redirects in a loop');
}
