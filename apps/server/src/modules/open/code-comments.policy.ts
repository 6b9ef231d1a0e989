import { writeApiDocument } from '@octavo/markdown/api-document';
import type { Parameter } from '@octavo/markdown/api-document';
import type { Language } from '@octavo/contract/entities';
import { withAmpersands } from './table-dictionary.policy.ts';

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
const MEANT = /(?<!\w)(showdoc|octavo)(?!\w)/i;

/** The tags of one block. A line without a tag continues the previous one. */
function tagsOf(block: string): readonly Tag[] {
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
function parameter({ text }: Tag): Parameter {
  const [name = '', required = '', type = '', ...remark] = text.trim().split(/\s+/);
  return { name, required: isRequired(required), type, remark: remark.join(' ') };
}

function field({ text }: Tag): Parameter {
  const [name = '', type = '', ...remark] = text.trim().split(/\s+/);
  return { name, type, required: false, remark: remark.join(' ') };
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function asPage(tags: readonly Tag[], language: Language): CommentPage {
  const all = (name: string) => tags.filter((tag) => tag.name === name);
  const one = (name: string) => (all(name)[0]?.text ?? '').trim();
  const method = one('method') || 'GET';
  const parameters = all('param').map(parameter);
  const isQuery = /^(get|head|delete)$/i.test(method) && one('json_param') === '';
  const order = Number(one('number'));
  const page_content = writeApiDocument(
    {
      description: one('description'),
      status: '',
      url: one('url'),
      method,
      pathVariables: [],
      headers: all('header').map(parameter),
      query: isQuery ? parameters : [],
      body: isQuery ? [] : parameters,
      bodyExample: pretty(one('json_param')),
      responses: [
        { title: '', code: pretty(one('return')), fields: all('return_param').map(field) },
      ],
      remark: one('remark'),
    },
    language,
  );
  return {
    catalog: one('catalog'),
    page_title: one('title').split('\n')[0]?.trim().slice(0, 200) ?? '',
    page_content,
    s_number: one('number') !== '' && Number.isInteger(order) && order >= 0 ? order : undefined,
  };
}

/** One page for each comment block with a marker and a title. */
export function commentPages(content: string, language: Language): readonly CommentPage[] {
  return [...withAmpersands(content).matchAll(/\/\*\*([\s\S]*?)\*\//g)]
    .map(([, block = '']) => block)
    .filter((block) => MEANT.test(block))
    .map((block) => asPage(tagsOf(block), language))
    .filter((page) => page.page_title !== '');
}
