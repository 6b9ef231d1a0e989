import type { Call } from '@octavo/contract/define-call';

type Nouns = Readonly<Record<string, Readonly<Record<string, Call>>>>;

/** ShowDoc ignores case, and underscores in the name of a controller. */
function keyOf(controller: string, action: string): string {
  return `${controller.replaceAll('_', '')}/${action}`.toLowerCase();
}

function joined(path: string, query: URLSearchParams): string {
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** The segments that follow `/server`, or those of `s=` for its entry script; undefined if malformed. */
function segmentsOf(path: string, query: URLSearchParams): string[] | undefined {
  if (/^\/(index\.php)?$/.test(path)) {
    const route = query.get('s') ?? '';
    query.delete('s');
    return route.split('/').filter(Boolean);
  }
  try {
    return path.split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/**
 * Scripts written for ShowDoc use `/server/index.php?s=/api/…`, `/server/?s=…` and `/server/api/…`,
 * in any case, with parameters as `/name/value` pairs behind the action, and `/server/mock-…`. The
 * address is rewritten before it is routed, so that such a request passes the same checks and limits
 * as any other.
 */
export function legacyUrls(calls: Nouns): (url: string) => string {
  const paths = Object.values(calls)
    .flatMap((verbs) => Object.values(verbs))
    .flatMap(({ path, aliases = [] }) => [path, ...aliases]);
  const exact = new Set<string>(paths);
  const byKey = new Map<string, string>(
    paths.map((path) => {
      const [controller = '', action = ''] = path.split('/').slice(2);
      return [keyOf(controller, action), path];
    }),
  );

  function fromServer(url: string, path: string, query: URLSearchParams): string {
    const segments = segmentsOf(path, query);
    const [module = '', first = '', action = '', ...pairs] = segments ?? [];
    if (/^mock-(path|data)$/i.test(module))
      return joined(`/${module.toLowerCase()}/${encodeURIComponent(first)}`, query);
    if (module.toLowerCase() !== 'api') return url;
    for (let at = 0; at + 1 < pairs.length; at += 2)
      query.set(pairs[at] ?? '', pairs[at + 1] ?? '');
    const callPath = byKey.get(keyOf(first, action));
    // Unknown calls stay under `/api`, so that they return an API error instead of the not-found screen.
    return joined(
      callPath ?? `/api/${encodeURIComponent(first)}/${encodeURIComponent(action)}`,
      query,
    );
  }

  return (url) => {
    const at = url.indexOf('?');
    const path = at === -1 ? url : url.slice(0, at);
    if (exact.has(path)) return url;
    if (/^\/server(\/|$)/.test(path)) {
      const query = new URLSearchParams(at === -1 ? '' : url.slice(at));
      return fromServer(url, path.slice('/server'.length) || '/', query);
    }
    const [, controller = '', action = ''] = /^\/api\/([^/]+)\/([^/]+)$/i.exec(path) ?? [];
    const callPath = byKey.get(keyOf(controller, action));
    return callPath === undefined ? url : callPath + url.slice(path.length);
  };
}
