import { MARKDOWN_PAGE } from '@octavo/contract/page-type';
import { Readable } from 'node:stream';
import type { ParsedApiDocument } from '@octavo/markdown/parse-api-document';
import { translateTo } from '../../../texts.ts';
import type { Chapter, ExportSource } from '../export-source.ts';
import type { ExportTools } from '../export-tools.ts';
import { withAbsoluteLinks } from './absolute-links.ts';
import { toOperation } from './to-operation.ts';
import type { Schema } from './to-schema.ts';

/** A page that could not be converted to an operation, with the reason. */
interface SkippedPage {
  readonly title: string;
  readonly catalog: string;
  readonly reason: 'no API document' | 'same method and path' | 'not read in time';
}

interface Endpoint {
  /** `https://api.example.com`; empty when the URL has no host. */
  readonly server: string;
  /** Begins with a slash, or is the name of a webhook. */
  readonly path: string;
}

/** Converts the variables `:id` and `{{id}}` of other tools to `{id}`. */
function parseEndpoint(url: string): Endpoint {
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

function pathParameterNames(path: string): string[] {
  return [
    ...new Set(
      Array.from(path.split('?')[0]?.matchAll(/\{([^{}]+)\}/g) ?? [], ([, name = '']) => name),
    ),
  ];
}

const SCHEME = /^- `([^`]+)` (type: .+)$/gm;

/** Parses the security schemes of an imported overview page, which lists them as `key: value`. */
function parseSecuritySchemes(markdown: string): Schema {
  const found = Array.from(markdown.matchAll(SCHEME), ([, name = '', facts = '']) => {
    const pairs = facts.split(/, (?=\w+: )/).map((fact) => {
      const [, key = '', value = ''] = /^(\w+): (.*)$/s.exec(fact) ?? [];
      return [key, /^[{[]/.test(value) ? parseJson(value) : value];
    });
    return [name, Object.fromEntries(pairs) as Schema] as const;
  });
  return Object.fromEntries(
    found
      .filter(([, scheme]) => isComplete(scheme))
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

function isComplete({ type, name, in: place, scheme, flows, openIdConnectUrl }: Schema): boolean {
  if (type === 'apiKey') return Boolean(name && place);
  if (type === 'http') return Boolean(scheme);
  if (type === 'oauth2') return Boolean(flows);
  return type === 'openIdConnect' ? Boolean(openIdConnectUrl) : type === 'mutualTLS';
}

/** Collects the operations of one file. */
function createDescription(source: ExportSource) {
  const paths: Record<string, Schema> = {};
  const webhooks: Record<string, Schema> = {};
  const skippedPages: SkippedPage[] = [];
  const pathOperations: { readonly operation: Schema; readonly server: string }[] = [];
  const ids = new Set<unknown>();
  let schemes: Schema = {};
  const skipPage = ({ title, catalogPath }: Chapter, reason: SkippedPage['reason']) =>
    skippedPages.push({ title, catalog: catalogPath.join(' / '), reason });

  function add(chapter: Chapter, document: ParsedApiDocument): void {
    for (const { methods, url } of document.endpoints)
      for (const method of methods) {
        const { server, path } = parseEndpoint(url);
        const target = path.startsWith('/') ? paths : webhooks;
        const operations = (Object.hasOwn(target, path) ? target[path] : undefined) ?? {};
        if (operations[method.toLowerCase()]) {
          skipPage(chapter, 'same method and path');
          continue;
        }
        const operation = toOperation({
          document,
          method,
          title: chapter.title,
          tag: chapter.catalogPath.join(' / '),
          pathNames: pathParameterNames(path),
        });
        // Operation ids must be unique; a copied page contains the id of the original.
        if (ids.has(operation['operationId'])) delete operation['operationId'];
        if (operation['operationId']) ids.add(operation['operationId']);
        Object.defineProperty(target, path, {
          value: { ...operations, [method.toLowerCase()]: operation },
          enumerable: true,
          configurable: true,
        });
        if (target === paths) pathOperations.push({ operation, server });
      }
  }

  function securitySchemes(): Schema {
    const used = pathOperations.flatMap(({ operation }) =>
      ((operation['security'] ?? []) as Schema[]).flatMap((one) => Object.keys(one)),
    );
    const unknown = { type: 'apiKey', in: 'header', name: 'Authorization' };
    return Object.fromEntries([...new Set(used)].map((name) => [name, schemes[name] ?? unknown]));
  }

  function build(): Schema {
    const { item, name, language } = source;
    const serverCounts = new Map<string, number>();
    for (const { server } of pathOperations)
      serverCounts.set(server, (serverCounts.get(server) ?? 0) + 1);
    const [mainServer = ''] = [...serverCounts].toSorted(([, a], [, b]) => b - a)[0] ?? [];
    for (const { operation, server } of pathOperations)
      if (server !== mainServer)
        operation['servers'] = [server ? serverObject(server) : { url: '/' }];
    const skippedNote =
      skippedPages.length > 0
        ? translateTo(language, 'exporting.openapiLeftOut', { count: skippedPages.length })
        : '';
    const usedSchemes = securitySchemes();
    return {
      openapi: '3.1.0',
      info: {
        title: name,
        version: '1.0.0',
        ...((item.item_description || skippedNote) && {
          description: [item.item_description, skippedNote].filter(Boolean).join('\n\n'),
        }),
      },
      ...(mainServer && { servers: [serverObject(mainServer)] }),
      paths,
      ...(Object.keys(webhooks).length > 0 && { webhooks }),
      ...(Object.keys(usedSchemes).length > 0 && { components: { securitySchemes: usedSchemes } }),
      ...(skippedPages.length > 0 && { 'x-left-out': skippedPages }),
    };
  }

  return {
    add,
    skipPage,
    addSecuritySchemes(markdown: string) {
      schemes = { ...parseSecuritySchemes(markdown), ...schemes };
    },
    build,
  };
}

/** Writes the API documents of an item as one OpenAPI 3.1 file, which also lists all other pages. */
export function writeOpenapi(source: ExportSource, tools: ExportTools): Readable {
  async function* chunks() {
    const builder = createDescription(source);
    for await (const chapter of source.read()) {
      const { page, content } = chapter;
      if (!page) continue;
      const read =
        page.page_type === MARKDOWN_PAGE ? await tools.exporter.api(content) : { api: null };
      if (!read) builder.skipPage(chapter, 'not read in time');
      else if (read.api) builder.add(chapter, read.api);
      else {
        builder.skipPage(chapter, 'no API document');
        builder.addSecuritySchemes(content);
      }
      tools.onPage?.();
    }
    yield `${JSON.stringify(withAbsoluteLinks(builder.build(), tools.siteOrigin), null, 2)}\n`;
  }
  return Readable.from(chunks(), { objectMode: false });
}
