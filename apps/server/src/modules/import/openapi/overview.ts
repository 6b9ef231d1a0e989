import { bullet, codeBlock, heading, literal, paragraphs, table } from '@octavo/markdown/write';
import { list, object, pretty, shown, words } from '../json.ts';
import type { Json } from '../json.ts';
import type { Tools } from './operation.ts';
import { exampleOf } from './schema-example.ts';
import { remarkOf } from './schema-facts.ts';

/** Renders the general information of the API: description, servers, security schemes and tags. */
export function overviewPage({ say, follow }: Tools, document: Json): string {
  const info = object(document['info']);
  const facts = (value: unknown) =>
    Object.entries(object(value))
      .map(([name, fact]) => `${name}: ${shown(fact)}`)
      .join(', ');
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [heading(title), lines.map(bullet).join('\n')];
  const schemes = Object.entries(object(object(document['components'])['securitySchemes']));
  return paragraphs([
    words(info['summary']),
    words(info['description']),
    ...section(say.version, [words(info['version'])].filter(Boolean)),
    ...section(
      say.servers,
      list(document['servers'])
        .map(object)
        .map((server) =>
          [`\`${words(server['url'])}\``, words(server['description']), facts(server['variables'])]
            .filter(Boolean)
            .join(' '),
        ),
    ),
    ...section(
      say.auth,
      schemes.map(([name, scheme]) => `\`${name}\` ${facts(follow(scheme).value)}`),
    ),
    ...section(
      say.tags,
      list(document['tags'])
        .map(object)
        .map((tag) =>
          [`**${words(tag['name'])}**`, words(tag['description']), facts(tag['externalDocs'])]
            .filter(Boolean)
            .join(' '),
        ),
    ),
    ...section(
      say.more,
      [
        words(info['termsOfService']),
        facts(info['contact']) && `${say.contact}: ${facts(info['contact'])}`,
        facts(info['license']) && `${say.license}: ${facts(info['license'])}`,
        facts(document['externalDocs']),
      ].filter(Boolean),
    ),
  ]);
}

/** Renders a schema of the document with all of its fields. */
export function modelPage(tools: Tools, name: string): string {
  const { say, fields, follow, typeOf } = tools;
  const schema = { $ref: `#/components/schemas/${pointer(name)}` };
  const { value } = follow(schema);
  const rows = fields(schema, name);
  return paragraphs([
    bullet(literal(typeOf(value))),
    remarkOf(value, say).replaceAll('\n', '\n\n'),
    ...(rows.length === 0
      ? []
      : [
          heading(say.fields),
          table(
            FIELD_HEADER[tools.language],
            rows.map((row) => [
              literal(row.name),
              literal(row.type),
              YES_NO[tools.language][row.required ? 0 : 1],
              row.remark,
            ]),
          ),
        ]),
    heading(say.examples),
    codeBlock(pretty(exampleOf(schema, tools)), 'json'),
  ]);
}

function pointer(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
}

const FIELD_HEADER = {
  en: ['Name', 'Type', 'Required', 'Remark'],
  'zh-cn': ['参数名', '类型', '必选', '说明'],
} as const;

const YES_NO = { en: ['Yes', 'No'], 'zh-cn': ['是', '否'] } as const;
