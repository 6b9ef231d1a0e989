import { Readable } from 'node:stream';
import type { ReadApiDocument } from '@octavo/markdown/read-api-document';
import { textIn } from '../../../texts.ts';
import type { Chapter, ExportSource } from '../export-source.ts';
import type { ExportTools } from '../export-tools.ts';
import { withAbsoluteLinks } from './absolute-links.ts';
import { operationOf } from './operation-of.ts';
import type { Schema } from './schema-of.ts';

const MARKDOWN = 0;

/** A page that could not be converted to an operation, with the reason. */
interface LeftOut {
  readonly title: string;
  readonly catalog: string;
  readonly reason: 'no API document' | 'same method and path' | 'not read in time';
}

interface Place {
  /** `https://api.example.com`; empty when the URL has no host. */
  readonly server: string;
  /** Begins with a slash, or is the name of a webhook. */
  readonly path: string;
}

/** Converts the variables `:id` and `{{id}}` of other tools to `{id}`. */
function placeOf(url: string): Place {
  const [, server = '', rest = ''] =
    /^((?:[a-z][\w+.-]*:)?\/\/[^/?#]*|\{\{[^}]+\}\}|(?:localhost|[\w-]+(?:\.[\w-]+)+)(?::\d+)?(?=\/|$))?(.*)$/is.exec(
      url,
    ) ?? [];
  const path = rest.replaceAll(/\{\{([^}]+)\}\}/g, '{$1}').replaceAll(/\/:([\w-]+)/g, '/{$1}');
  return { server, path: server !== '' && !path.startsWith('/') ? `/${path}` : path };
}

/** A server that is a variable of another tool becomes a server variable with the original text as default. */
function serverObject(server: string): Schema {
  const name = /^\{\{([^}]+)\}\}$/.exec(server)?.[1];
  if (name === undefined) return { url: server };
  const key = name.trim().replaceAll(/[^\w-]+/g, '_');
  return { url: `{${key}}`, variables: { [key]: { default: server } } };
}

function namesIn(path: string): string[] {
  return [
    ...new Set(
      Array.from(path.split('?')[0]?.matchAll(/\{([^{}]+)\}/g) ?? [], ([, name = '']) => name),
    ),
  ];
}

const SCHEME = /^- `([^`]+)` (type: .+)$/gm;

/** Parses the security schemes of an imported overview page, which lists them as `key: value`. */
function schemesIn(markdown: string): Schema {
  const found = Array.from(markdown.matchAll(SCHEME), ([, name = '', facts = '']) => {
    const pairs = facts.split(/, (?=\w+: )/).map((fact) => {
      const [, key = '', value = ''] = /^(\w+): (.*)$/s.exec(fact) ?? [];
      return [key, /^[{[]/.test(value) ? parsed(value) : value];
    });
    return [name, Object.fromEntries(pairs) as Schema] as const;
  });
  return Object.fromEntries(
    found
      .filter(([, scheme]) => isWhole(scheme))
      .map(([name, scheme]) => [name, withScopes(scheme)]),
  );
}

/** OpenAPI requires `scopes` in each flow, even if empty. */
function withScopes(scheme: Schema): Schema {
  if (scheme['type'] !== 'oauth2') return scheme;
  const flows = Object.entries(scheme['flows'] as Record<string, Schema>);
  return {
    ...scheme,
    flows: Object.fromEntries(flows.map(([name, flow]) => [name, { scopes: {}, ...flow }])),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

function isWhole({ type, name, in: place, scheme, flows, openIdConnectUrl }: Schema): boolean {
  if (type === 'apiKey') return Boolean(name && place);
  if (type === 'http') return Boolean(scheme);
  if (type === 'oauth2') return Boolean(flows);
  return type === 'openIdConnect' ? Boolean(openIdConnectUrl) : type === 'mutualTLS';
}

/** Collects the operations of one file. */
function description(source: ExportSource) {
  const paths: Record<string, Schema> = {};
  const webhooks: Record<string, Schema> = {};
  const leftOut: LeftOut[] = [];
  const placed: { readonly operation: Schema; readonly server: string }[] = [];
  const ids = new Set<unknown>();
  let schemes: Schema = {};
  const leave = ({ title, way }: Chapter, reason: LeftOut['reason']) =>
    leftOut.push({ title, catalog: way.join(' / '), reason });

  function add(chapter: Chapter, document: ReadApiDocument): void {
    for (const { methods, url } of document.endpoints)
      for (const method of methods) {
        const { server, path } = placeOf(url);
        const among = path.startsWith('/') ? paths : webhooks;
        const operations = (Object.hasOwn(among, path) ? among[path] : undefined) ?? {};
        if (operations[method.toLowerCase()]) {
          leave(chapter, 'same method and path');
          continue;
        }
        const operation = operationOf({
          document,
          method,
          title: chapter.title,
          tag: chapter.way.join(' / '),
          pathNames: namesIn(path),
        });
        // Operation ids must be unique; a copied page contains the id of the original.
        if (ids.has(operation['operationId'])) delete operation['operationId'];
        if (operation['operationId']) ids.add(operation['operationId']);
        Object.defineProperty(among, path, {
          value: { ...operations, [method.toLowerCase()]: operation },
          enumerable: true,
          configurable: true,
        });
        if (among === paths) placed.push({ operation, server });
      }
  }

  function securitySchemes(): Schema {
    const used = placed.flatMap(({ operation }) =>
      ((operation['security'] ?? []) as Schema[]).flatMap((one) => Object.keys(one)),
    );
    const unknown = { type: 'apiKey', in: 'header', name: 'Authorization' };
    return Object.fromEntries([...new Set(used)].map((name) => [name, schemes[name] ?? unknown]));
  }

  function whole(): Schema {
    const { item, name, language } = source;
    const counted = new Map<string, number>();
    for (const { server } of placed) counted.set(server, (counted.get(server) ?? 0) + 1);
    const [usual = ''] = [...counted].toSorted(([, a], [, b]) => b - a)[0] ?? [];
    for (const { operation, server } of placed)
      if (server !== usual) operation['servers'] = [server ? serverObject(server) : { url: '/' }];
    const said =
      leftOut.length > 0
        ? textIn(language, 'exporting.openapiLeftOut', { count: leftOut.length })
        : '';
    const logins = securitySchemes();
    return {
      openapi: '3.1.0',
      info: {
        title: name,
        version: '1.0.0',
        ...((item.item_description || said) && {
          description: [item.item_description, said].filter(Boolean).join('\n\n'),
        }),
      },
      ...(usual && { servers: [serverObject(usual)] }),
      paths,
      ...(Object.keys(webhooks).length > 0 && { webhooks }),
      ...(Object.keys(logins).length > 0 && { components: { securitySchemes: logins } }),
      ...(leftOut.length > 0 && { 'x-left-out': leftOut }),
    };
  }

  return {
    add,
    leave,
    learn(markdown: string) {
      schemes = { ...schemesIn(markdown), ...schemes };
    },
    whole,
  };
}

/** Writes the API documents of an item as one OpenAPI 3.1 file, which also lists all other pages. */
export function writeOpenapi(source: ExportSource, tools: ExportTools): Readable {
  async function* pieces() {
    const made = description(source);
    for await (const chapter of source.read()) {
      const { page, content } = chapter;
      if (!page) continue;
      const read = page.page_type === MARKDOWN ? await tools.exporter.api(content) : { api: null };
      if (!read) made.leave(chapter, 'not read in time');
      else if (read.api) made.add(chapter, read.api);
      else {
        made.leave(chapter, 'no API document');
        made.learn(content);
      }
      tools.onPage?.();
    }
    yield `${JSON.stringify(withAbsoluteLinks(made.whole(), tools.siteOrigin), null, 2)}\n`;
  }
  return Readable.from(pieces(), { objectMode: false });
}
