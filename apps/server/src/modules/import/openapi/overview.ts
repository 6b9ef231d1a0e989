import {
  bullet,
  codeBlock,
  heading,
  escapeMarkdown,
  paragraphs,
  table,
} from '@octavo/markdown/write-markdown';
import { toArray, toObject, formatExample, formatValue, toText } from '../json.ts';
import type { JsonObject } from '../json.ts';
import type { Tools } from './operation.ts';
import { exampleOf } from './schema-example.ts';
import { describeSchema } from './schema-remark.ts';

/** Renders the general information of the API: description, servers, security schemes and tags. */
export function overviewPage({ labels, resolveRef }: Tools, document: JsonObject): string {
  const info = toObject(document['info']);
  const facts = (value: unknown) =>
    Object.entries(toObject(value))
      .map(([name, fact]) => `${name}: ${formatValue(fact)}`)
      .join(', ');
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [heading(title), lines.map(bullet).join('\n')];
  const schemes = Object.entries(toObject(toObject(document['components'])['securitySchemes']));
  return paragraphs([
    toText(info['summary']),
    toText(info['description']),
    ...section(labels.version, [toText(info['version'])].filter(Boolean)),
    ...section(
      labels.servers,
      toArray(document['servers'])
        .map(toObject)
        .map((server) =>
          [
            `\`${toText(server['url'])}\``,
            toText(server['description']),
            facts(server['variables']),
          ]
            .filter(Boolean)
            .join(' '),
        ),
    ),
    ...section(
      labels.auth,
      schemes.map(([name, scheme]) => `\`${name}\` ${facts(resolveRef(scheme).value)}`),
    ),
    ...section(
      labels.tags,
      toArray(document['tags'])
        .map(toObject)
        .map((tag) =>
          [`**${toText(tag['name'])}**`, toText(tag['description']), facts(tag['externalDocs'])]
            .filter(Boolean)
            .join(' '),
        ),
    ),
    ...section(
      labels.more,
      [
        toText(info['termsOfService']),
        facts(info['contact']) && `${labels.contact}: ${facts(info['contact'])}`,
        facts(info['license']) && `${labels.license}: ${facts(info['license'])}`,
        facts(document['externalDocs']),
      ].filter(Boolean),
    ),
  ]);
}

/** Renders a schema of the document with all of its fields. */
export function modelPage(tools: Tools, name: string): string {
  const { labels, fields, resolveRef, typeOf } = tools;
  const schema = { $ref: `#/components/schemas/${escapePointer(name)}` };
  const { value } = resolveRef(schema);
  const rows = fields(schema, name);
  return paragraphs([
    bullet(escapeMarkdown(typeOf(value))),
    describeSchema(value, labels).replaceAll('\n', '\n\n'),
    ...(rows.length === 0
      ? []
      : [
          heading(labels.fields),
          table(
            FIELD_HEADER[tools.language],
            rows.map((row) => [
              escapeMarkdown(row.name),
              escapeMarkdown(row.type),
              YES_NO[tools.language][row.required ? 0 : 1],
              row.remark,
            ]),
          ),
        ]),
    heading(labels.examples),
    codeBlock(formatExample(exampleOf(schema, tools)), 'json'),
  ]);
}

function escapePointer(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
}

const FIELD_HEADER = {
  en: ['Name', 'Type', 'Required', 'Remark'],
  'zh-cn': ['参数名', '类型', '必选', '说明'],
} as const;

const YES_NO = { en: ['Yes', 'No'], 'zh-cn': ['是', '否'] } as const;
