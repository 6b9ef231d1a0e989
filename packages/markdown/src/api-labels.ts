/** Labels and column names of API documents in both languages, as used by the templates. */

export const METHODS = [
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'TRACE',
] as const;
export type Method = (typeof METHODS)[number];

const METHOD_NAMES = METHODS.join('|');
/** Matches one or several methods without other text: `POST`, `GET / POST`, `HTTP GET`. */
export const ONLY_METHODS = new RegExp(
  String.raw`^(?:HTTP\s+)?(?:${METHOD_NAMES})(?:\s*(?:[/,|、，]|or|and|或|和)\s*(?:${METHOD_NAMES}))*$`,
  'i',
);
export const FIRST_METHOD = new RegExp(String.raw`(?<![\w-])(?:${METHOD_NAMES})(?![\w-])`, 'i');
export const EACH_METHOD = new RegExp(FIRST_METHOD, 'gi');
/** `POST /v2/orders`. */
export const METHOD_AND_URL = new RegExp(String.raw`^(${METHOD_NAMES})\s+(\S+)$`, 'i');

export type Section = 'url' | 'method';

const SECTIONS = indexByWord<Section>({
  url:
    'url, 请求url, 请求地址, 请求路径, 接口url, 接口地址, 接口路径, 地址, ' +
    'request url, request address, request path, endpoint, api url, address',
  method:
    '请求方式, 请求方法, 提交方式, 请求类型, http方法, 方法, ' +
    'method, request method, http method, request type',
});

export type Role =
  | 'name'
  | 'type'
  | 'required'
  | 'nullable'
  | 'default'
  | 'example'
  | 'key'
  | 'remark';

const ROLES = indexByWord<Role>({
  name:
    '参数名, 参数名称, 参数, 字段, 字段名, 字段名称, 变量名, 名称, 属性, 属性名, 列名, 列, ' +
    'name, parameter, parameter name, param, field, field name, column, variable, header, ' +
    'property, attribute',
  type: '类型, 数据类型, 参数类型, 字段类型, type, data type',
  required: '必选, 必填, 必须, 是否必选, 是否必填, 是否必须, required, require, mandatory',
  nullable: '空, 可空, 允许空, 是否为空, 允许为空, null, nullable, empty, allow null',
  default: '默认, 默认值, default, default value',
  example: '示例, 示例值, 例子, 值, 参数值, example, sample, value',
  key: '键, 主键, 索引, key, index',
  remark:
    '说明, 描述, 备注, 注释, 含义, 参数说明, 备注说明, 解释, ' +
    'remark, description, explain, explanation, note, notes, comment, meaning',
});

const YES = new Set([
  '是',
  '必选',
  '必填',
  '必须',
  'yes',
  'y',
  'true',
  'required',
  '1',
  '√',
  '✓',
  '✔',
]);
const NO = new Set([
  '否',
  '可选',
  '选填',
  '非必填',
  '非必选',
  'no',
  'n',
  'false',
  'optional',
  '0',
  '×',
  '✗',
]);

/** Normalizes a label: removes numbering, trailing colons and spaces next to Chinese characters, as in `1. 请求 URL：`. */
function normalizeLabel(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^(?:\d+[.、)）]|[一二三四五六七八九十]+、|[（(]\d+[）)])\s*/, '')
    .replace(/[:：]\s*$/, '')
    .replace(/(?<=\p{Script=Han})\s+|\s+(?=\p{Script=Han})/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}

export function sectionOf(label: string): Section | undefined {
  return label.length > 40 ? undefined : SECTIONS.get(normalizeLabel(label));
}

export function roleOf(columnName: string): Role | undefined {
  return columnName.length > 40 ? undefined : ROLES.get(normalizeLabel(columnName));
}

export function parseYesNo(text: string): 'yes' | 'no' | undefined {
  const word = text.length > 20 ? '' : normalizeLabel(text);
  return YES.has(word) ? 'yes' : NO.has(word) ? 'no' : undefined;
}

/** Cell texts that are meaningless without the column heading, such as `Yes` and `是`. */
const BARE_VALUES = new Set('是,否,yes,no,y,n,true,false,1,0,√,✓,✔,×,✗'.split(','));

/** The text for such a cell when the column heading is not visible, in the language of the heading. */
export function requiredLabel(heading: string, text: string): string | undefined {
  if (!BARE_VALUES.has(normalizeLabel(text))) return undefined;
  const isRequired = parseYesNo(text) === 'yes';
  if (/\p{Script=Han}/u.test(heading)) return isRequired ? '必填' : '选填';
  return isRequired ? 'Required' : 'Optional';
}

function indexByWord<Kind extends string>(
  lists: Readonly<Record<Kind, string>>,
): Map<string, Kind> {
  const found = new Map<string, Kind>();
  for (const kind in lists) for (const word of lists[kind].split(', ')) found.set(word, kind);
  return found;
}
