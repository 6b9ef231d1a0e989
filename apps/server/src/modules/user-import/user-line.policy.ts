import { MAX_DISPLAY_NAME_LENGTH } from '@octavo/contract/limits';
import { USERNAME_PATTERN } from '@octavo/contract/patterns';
import { ADMIN_GROUP, AUDITOR_GROUP, USER_GROUP } from '@octavo/contract/user-group';
import { email as emailSchema } from '@octavo/contract/wire';
import { usernameKey } from '../../lib/username-key.ts';
import type { CheckedLine } from './checked-line.ts';

const USER_FIELDS = ['username', 'name', 'email', 'role'] as const;
type UserField = (typeof USER_FIELDS)[number];

/** The position of each field in the lines of the file. */
export type UserColumns = { readonly [Field in UserField]?: number | undefined };

/** Headers without case, spaces and punctuation; those of the export of users are among them. */
const HEADERS: Readonly<Record<UserField, ReadonlySet<string>>> = {
  username: new Set([
    'username',
    'user',
    'login',
    'loginname',
    'userid',
    'account',
    '用户名',
    '登录名',
    '账号',
    '帐号',
    '账户',
    '用户账号',
  ]),
  name: new Set([
    'name',
    'fullname',
    'displayname',
    'realname',
    '姓名',
    '名字',
    '名称',
    '真实姓名',
    '显示名',
    '显示名称',
    '昵称',
  ]),
  email: new Set([
    'email',
    'mail',
    'emailaddress',
    'mailaddress',
    '邮箱',
    '邮件',
    '电子邮箱',
    '电子邮件',
    '邮箱地址',
    '邮件地址',
  ]),
  role: new Set(['role', 'groupid', '角色', '用户角色', '身份']),
};

const ROLES: ReadonlyMap<string, number> = new Map([
  ...['1', 'administrator', 'admin', '管理员'].map((name) => [name, ADMIN_GROUP] as const),
  ...['2', 'user', '用户', '普通用户'].map((name) => [name, USER_GROUP] as const),
  ...['3', 'auditor', '审计员'].map((name) => [name, AUDITOR_GROUP] as const),
]);

/** Finds the columns by their headers. The first of several counts. */
export function recognizeColumns(headers: readonly string[]): UserColumns {
  const plain = headers.map((header) => header.toLowerCase().replaceAll(/[\s_.-]/g, ''));
  const positionOf = (field: UserField) => {
    const position = plain.findIndex((header) => HEADERS[field].has(header));
    return position === -1 ? {} : { [field]: position };
  };
  return Object.assign({}, ...USER_FIELDS.map(positionOf)) as UserColumns;
}

/** Longer values are wrong anyway, and are cut so that the plan stays small. */
const MAX_STORED_LENGTH = 300;

function findLineError({ username, name, email, role }: Readonly<Record<UserField, string>>) {
  if (username === '') return 'usernameMissing';
  if (!USERNAME_PATTERN.test(username)) return 'usernameInvalid';
  if (name.length > MAX_DISPLAY_NAME_LENGTH || /\p{Cc}/u.test(name)) return 'nameInvalid';
  if (email !== '' && !emailSchema.safeParse(email).success) return 'emailInvalid';
  if (role !== '' && !ROLES.has(role.toLowerCase())) return 'roleUnknown';
  return '';
}

/** Checks lines in their order. Of several lines with the same username or email, only the first is taken. */
export function createLineChecker(columns: UserColumns) {
  const usernames = new Map<string, number>();
  const emails = new Map<string, number>();
  return (line: number, fields: readonly string[]): CheckedLine => {
    const valueOf = (field: UserField) =>
      (fields[columns[field] ?? -1] ?? '').toWellFormed().slice(0, MAX_STORED_LENGTH);
    const values = {
      username: valueOf('username'),
      name: valueOf('name'),
      email: valueOf('email'),
      role: valueOf('role'),
    };
    const username_key = usernameKey(values.username);
    const email_key = usernameKey(values.email);
    const checked = {
      ...values,
      line,
      username_key,
      email_key,
      groupid: ROLES.get(values.role.toLowerCase()) ?? null,
    };
    const line_error = findLineError(values);
    if (line_error !== '') return { ...checked, line_error, other_line: 0 };
    // A username that is the email of another line would keep its owner from verifying it.
    const sameUsername = usernames.get(username_key) ?? emails.get(username_key);
    if (sameUsername !== undefined)
      return { ...checked, line_error: 'usernameTwice', other_line: sameUsername };
    const sameEmail = emails.get(email_key) ?? usernames.get(email_key);
    if (email_key !== '' && sameEmail !== undefined)
      return { ...checked, line_error: 'emailTwice', other_line: sameEmail };
    usernames.set(username_key, line);
    if (email_key !== '') emails.set(email_key, line);
    return { ...checked, line_error: '', other_line: 0 };
  };
}

interface PlannedLine {
  readonly name: string;
  readonly email: string;
  readonly groupid: number | null;
  readonly was_name: string | null;
  readonly was_email: string | null;
  readonly was_groupid: number | null;
}

/** The fields of the account that an update changes; empty fields of the file change nothing. */
export function changesOf({ name, email, groupid, was_name, was_email, was_groupid }: PlannedLine) {
  return [
    ...(name !== '' && name !== was_name ? (['name'] as const) : []),
    ...(email !== '' && email.toLowerCase() !== was_email?.toLowerCase()
      ? (['email'] as const)
      : []),
    ...(groupid !== null && groupid !== was_groupid ? (['role'] as const) : []),
  ];
}
