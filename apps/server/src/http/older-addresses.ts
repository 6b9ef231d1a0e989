import type { Call } from '@octavo/contract/define-call';

type Nouns = Readonly<Record<string, Readonly<Record<string, Call>>>>;

/**
 * The older product's scripts call `/server/index.php?s=/api/open/…`, or `/server/api/open/…`. Both
 * reach the open API, and nothing else: what people do in a browser has one address.
 */
export function olderAddresses(calls: Nouns): (url: string) => string {
  const open = Object.values(calls)
    .flatMap((verbs) => Object.values(verbs))
    .filter(({ access }) => access.who === 'itemToken')
    .flatMap(({ path, aliases = [] }) => [path, ...aliases]);
  const known = new Map(open.map((path) => [path.toLowerCase(), path]));
  return (url) => {
    if (!url.startsWith('/server/')) return url;
    const [path = '', query = ''] = url.split('?', 2);
    const named = /^\/server\/(index\.php)?$/.test(path)
      ? (new URLSearchParams(query).get('s') ?? '')
      : path.slice('/server'.length);
    return known.get(named.toLowerCase()) ?? url;
  };
}
