type Jar = Map<string, string>;

/** Sends a request with the cookies of a browser and stores those of the response. */
async function visit(url: string, jar: Jar, form?: string): Promise<Response> {
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
  return response;
}

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
    const response = await visit(url, jar, form);
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

/** Logs out at the provider, which then sends its logout messages. */
export async function signOutAtProvider(issuer: string, jar: Jar): Promise<void> {
  const page = await (await visit(`${issuer}/session/end`, jar)).text();
  const [, xsrf = ''] = /name="xsrf" value="([^"]*)"/.exec(page) ?? [];
  const form = new URLSearchParams({ xsrf, logout: 'yes' }).toString();
  const { status } = await visit(`${issuer}/session/end/confirm`, jar, form);
  if (status >= 400) throw new Error(`the provider answered ${status} to the logout`);
}
