import { writeApiDocument } from '@octavo/markdown/api-document';
import type { Parameter } from '@octavo/markdown/api-document';
import type { Language } from '@octavo/contract/entities';
import { MAX_PAGE_TITLE_LENGTH } from '@octavo/contract/limits';
import { restoreAmpersands } from './table-dictionary.policy.ts';

interface CommentPage {
  readonly catalog: string;
  readonly page_title: string;
  readonly page_content: string;
  readonly s_number: number | undefined;
}

interface Tag {
  readonly name: string;
  readonly text: string;
}

/** A comment block is only used if it contains this marker. */
const MARKER = /(?<!\w)(showdoc|octavo)(?!\w)/i;

/** The tags of one block. A line without a tag continues the previous one. */
function parseTags(block: string): readonly Tag[] {
  const tags: Tag[] = [];
  for (const raw of block.split(/\r?\n/)) {
    const line = raw.replace(/^\s*\*? ?/, '').trimEnd();
    const [, name, text = ''] = /^\s*@(\w+)(?:\s+(.*))?$/.exec(line) ?? [];
    const last = tags.at(-1);
    if (name) tags.push({ name: name.toLowerCase(), text });
    else if (last && line.trim() !== '')
      tags[tags.length - 1] = { ...last, text: `${last.text}\n${line}` };
  }
  return tags;
}

function isRequired(word: string): boolean {
  return /^(必选|必填|必须|是|required|yes|true)$/i.test(word);
}

/** `name required type remark`; the remark may contain spaces. */
function toParameter({ text }: Tag): Parameter {
  const [name = '', required = '', type = '', ...remark] = text.trim().split(/\s+/);
  return { name, required: isRequired(required), type, remark: remark.join(' ') };
}

function toField({ text }: Tag): Parameter {
  const [name = '', type = '', ...remark] = text.trim().split(/\s+/);
  return { name, type, required: false, remark: remark.join(' ') };
}

function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function toPage(tags: readonly Tag[], language: Language): CommentPage {
  const tagsNamed = (name: string) => tags.filter((tag) => tag.name === name);
  const tagText = (name: string) => (tagsNamed(name)[0]?.text ?? '').trim();
  const method = tagText('method') || 'GET';
  const parameters = tagsNamed('param').map(toParameter);
  const isQuery = /^(get|head|delete)$/i.test(method) && tagText('json_param') === '';
  const order = Number(tagText('number'));
  const page_content = writeApiDocument(
    {
      description: tagText('description'),
      status: '',
      url: tagText('url'),
      method,
      pathVariables: [],
      headers: tagsNamed('header').map(toParameter),
      query: isQuery ? parameters : [],
      body: isQuery ? [] : parameters,
      bodyExample: formatJson(tagText('json_param')),
      responses: [
        {
          title: '',
          code: formatJson(tagText('return')),
          fields: tagsNamed('return_param').map(toField),
        },
      ],
      remark: tagText('remark'),
    },
    language,
  );
  return {
    catalog: tagText('catalog'),
    page_title: tagText('title').split('\n')[0]?.trim().slice(0, MAX_PAGE_TITLE_LENGTH) ?? '',
    page_content,
    s_number: tagText('number') !== '' && Number.isInteger(order) && order >= 0 ? order : undefined,
  };
}

/** One page for each comment block with a marker and a title. */
export function parseCommentPages(content: string, language: Language): readonly CommentPage[] {
  return [...restoreAmpersands(content).matchAll(/\/\*\*([\s\S]*?)\*\//g)]
    .map(([, block = '']) => block)
    .filter((block) => MARKER.test(block))
    .map((block) => toPage(parseTags(block), language))
    .filter((page) => page.page_title !== '');
}
