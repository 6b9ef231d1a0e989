import { writeApiDocument, type ApiDocument, type Parameter } from '../api-document.ts';
import type { Language } from '../write-markdown.ts';

/** The template that "API document" inserts in the editor: every section with an example. */
export function apiDocumentTemplate(language: Language): string {
  return writeApiDocument(SAMPLES[language], language);
}

const shared = {
  status: '',
  url: 'https://api.example.com/v1/users',
  method: 'POST',
  pathVariables: [],
  query: [],
  bodyExample: JSON.stringify({ username: 'mei.lin', email: 'mei.lin@example.com' }, null, 2),
} as const;

const SUCCESS = JSON.stringify(
  { error_code: 0, data: { uid: 1024, username: 'mei.lin' } },
  null,
  2,
);

function failure(message: string): string {
  return JSON.stringify({ error_code: 10001, error_message: message }, null, 2);
}

function required(name: string, type: string, remark: string): Parameter {
  return { name, type, remark, required: true };
}

function optional(name: string, type: string, remark: string): Parameter {
  return { name, type, remark, required: false };
}

const SAMPLES: Readonly<Record<Language, ApiDocument>> = {
  en: {
    ...shared,
    description: 'Registers a user and returns the new account.',
    headers: [required('Authorization', 'string', 'Bearer token of the calling service')],
    body: [
      required('username', 'string', 'Login name, 3 to 30 characters'),
      required('email', 'string', 'Email address for the confirmation'),
      optional('name', 'string', 'Display name; defaults to the login name'),
    ],
    responses: [
      {
        title: '200 OK',
        code: SUCCESS,
        fields: [
          required('error_code', 'integer', '0 on success'),
          required('data', 'object', 'The new account'),
          required('data.uid', 'integer', 'User id'),
          required('data.username', 'string', 'Login name'),
        ],
      },
      { title: '400 Bad Request', code: failure('The login name is taken'), fields: [] },
    ],
    remark: 'More error codes are listed on the page about errors.',
  },
  'zh-cn': {
    ...shared,
    description: '注册用户，返回新建的账号。',
    headers: [required('Authorization', 'string', '调用方的 Bearer 令牌')],
    body: [
      required('username', 'string', '登录名，3 至 30 个字符'),
      required('email', 'string', '接收确认邮件的地址'),
      optional('name', 'string', '显示名称；不填时使用登录名'),
    ],
    responses: [
      {
        title: '200 OK',
        code: SUCCESS,
        fields: [
          required('error_code', 'integer', '成功时为 0'),
          required('data', 'object', '新建的账号'),
          required('data.uid', 'integer', '用户 ID'),
          required('data.username', 'string', '登录名'),
        ],
      },
      { title: '400 Bad Request', code: failure('登录名已被占用'), fields: [] },
    ],
    remark: '更多错误码见错误码页面。',
  },
};
