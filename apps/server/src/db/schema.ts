import type { Generated } from 'kysely';

/** Tables as they stand after all migrations. Columns carry the names of the wire. */

interface UserTable {
  uid: Generated<number>;
  username: string;
  username_key: string;
  name: Generated<string>;
  email: Generated<string>;
  email_verify: Generated<number>;
  email_sent_time: Date | null;
  groupid: Generated<number>;
  password_hash: string | null;
  password_time: Generated<Date>;
  language: 'zh-cn' | 'en' | null;
  disabled_time: Date | null;
  reg_time: Generated<Date>;
  last_login_time: Date | null;
}

interface OutsideLoginTable {
  kind: 'ldap' | 'oauth2' | 'integration';
  outside_id: string;
  uid: number;
  addtime: Generated<Date>;
}

interface DeviceTable {
  device_id: Generated<number>;
  uid: number;
  kind: 'browser' | 'token';
  token_hash: Buffer;
  user_agent: string;
  address: string;
  addtime: Generated<Date>;
  last_used_time: Generated<Date>;
  proved_time: Generated<Date | null>;
}

interface MailLinkTable {
  mail_link_id: Generated<number>;
  uid: number;
  purpose: 'verify' | 'reset';
  email: string;
  token_hash: Buffer;
  addtime: Generated<Date>;
  expire_time: Date;
}

interface SettingTable {
  name: string;
  value: unknown;
}

interface SpentCaptchaTable {
  captcha_id: string;
  expire_time: Date;
}

interface SpentProofTable {
  proof_id: string;
  expire_time: Date;
}

interface ItemTable {
  item_id: Generated<number>;
  item_name: string;
  item_description: Generated<string>;
  item_domain: Generated<string>;
  item_type: Generated<number>;
  uid: number;
  password_hash: string | null;
  password_version: Generated<number>;
  is_archived: Generated<number>;
  global_param: Generated<Record<string, unknown>>;
  tree_version: Generated<number>;
  addtime: Generated<Date>;
  last_update_time: Generated<Date>;
  del_time: Date | null;
}

interface ItemKeyTable {
  item_id: number;
  api_key_hash: Buffer;
  api_token_hash: Buffer;
  api_key_sealed: string;
  api_token_sealed: string;
  addtime: Generated<Date>;
  last_used_time: Date | null;
}

interface ItemMemberTable {
  item_member_id: Generated<number>;
  item_id: number;
  uid: number;
  member_group_id: number;
  cat_id: Generated<number>;
  addtime: Generated<Date>;
}

interface ItemOrderTable {
  uid: number;
  item_group_id: number;
  item_id: number;
  s_number: number;
}

interface ItemGroupTable {
  id: Generated<number>;
  uid: number;
  group_name: string;
  item_ids: readonly number[];
  s_number: Generated<number>;
}

interface CatalogTable {
  cat_id: Generated<number>;
  item_id: number;
  cat_name: string;
  parent_cat_id: Generated<number>;
  level: number;
  top_cat_id: number;
  s_number: Generated<number>;
  addtime: Generated<Date>;
}

interface PageTable {
  page_id: Generated<number>;
  item_id: number;
  cat_id: Generated<number>;
  top_cat_id: Generated<number>;
  s_number: Generated<number>;
  page_title: string;
  page_type: Generated<0 | 1>;
  method: Generated<string>;
  version: Generated<number>;
  creator_uid: number | null;
  author_uid: number | null;
  author_username: string;
  page_addtime: Generated<Date>;
  addtime: Generated<Date>;
  page_comments: Generated<string>;
  unique_key: string | null;
  del_time: Date | null;
  del_by_username: Generated<string>;
  old_place: Generated<string>;
}

interface PageBodyTable {
  page_id: number;
  item_id: number;
  page_content: string;
}

interface PageSearchTable {
  page_id: number;
  item_id: number;
  version: number;
  addtime: Date;
  title_lc: string;
  heads_lc: Generated<string>;
  body_lc: string;
  /** Null, or of another version than the row: not to be believed. */
  grams: readonly number[] | null;
  grams_version: number | null;
}

interface SearchMissTable {
  keyword: string;
  times: Generated<number>;
  last_time: Generated<Date>;
}

interface PageHistoryTable {
  page_history_id: Generated<number>;
  item_id: number;
  page_id: number;
  version: number;
  page_title: string;
  author_uid: number | null;
  author_username: string;
  addtime: Date;
  page_comments: Generated<string>;
  codec: number;
  sha256: Buffer;
  data: Buffer;
}

interface PageRequestTable {
  uid: number;
  request_id: string;
  page_id: number;
  version: number;
  addtime: Generated<Date>;
}

interface NoticeTable {
  notice_id: Generated<number>;
  uid: number | null;
  kind: string;
  facts: Generated<unknown>;
  from_name: Generated<string>;
  item_id: number | null;
  page_id: number | null;
  team_id: number | null;
  once_key: string | null;
  notice_time: Generated<Date>;
  read_time: Date | null;
}

interface NoticeMarkTable {
  uid: number;
  notice_id: number;
  read_time: Generated<Date>;
  is_deleted: Generated<boolean>;
}

interface TeamTable {
  id: Generated<number>;
  team_name: string;
  uid: number;
  addtime: Generated<Date>;
}

interface TeamMemberTable {
  id: Generated<number>;
  team_id: number;
  uid: number;
  addtime: Generated<Date>;
}

interface TeamItemTable {
  id: Generated<number>;
  team_id: number;
  item_id: number;
  addtime: Generated<Date>;
}

interface TeamItemMemberTable {
  id: Generated<number>;
  team_item_id: number;
  team_member_id: number;
  member_group_id: Generated<number>;
  cat_id: Generated<number>;
  is_active: Generated<number>;
  addtime: Generated<Date>;
}

interface PageLockTable {
  page_id: number;
  uid: number;
  lock_token: string;
  addtime: Generated<Date>;
  expire_time: Date;
}

interface PageLockAskTable {
  page_id: number;
  uid: number;
  addtime: Generated<Date>;
  refused_time: Date | null;
}

interface TemplateTable {
  id: Generated<number>;
  uid: number;
  template_title: string;
  template_content: string;
  addtime: Generated<Date>;
}

interface AuditLogTable {
  audit_id: Generated<number>;
  addtime: Generated<Date>;
  action: string;
  uid: number | null;
  username: string;
  item_id: number | null;
  item_name: Generated<string>;
  page_id: number | null;
  page_title: Generated<string>;
  team_id: number | null;
  team_name: Generated<string>;
  subject: Generated<string>;
  facts: Generated<Record<string, unknown>>;
  address: string;
  user_agent: string;
}

interface UploadFileTable {
  file_id: Generated<number>;
  file_key: string;
  uid: number | null;
  item_id: number;
  object_key: string;
  display_name: string;
  file_type: string;
  file_size: number;
  store: string;
  width: number | null;
  height: number | null;
  visit_times: Generated<number>;
  addtime: Generated<Date>;
}

interface FileVariantTable {
  file_id: number;
  width: number;
  store: string;
  object_key: string;
  file_size: number;
}

interface PageFileTable {
  page_id: number;
  file_id: number;
  is_bound: boolean;
}

interface FileTrafficTable {
  uid: number;
  month: Date;
  bytes: number;
}

interface MockTable {
  page_id: number;
  item_id: number;
  uid: number | null;
  unique_key: string;
  template: string;
  path: string;
  view_times: Generated<number>;
  addtime: Generated<Date>;
  last_update_time: Generated<Date>;
}

interface MockOpenTable {
  item_id: number;
}

interface TaskTable {
  task_id: Generated<number>;
  uid: number;
  item_id: Generated<number>;
  kind: string;
  step: string;
  state: Generated<'waiting' | 'running' | 'planned' | 'done' | 'failed' | 'undone' | 'stopped'>;
  attempt: Generated<number>;
  beat_time: Generated<Date>;
  done: Generated<number>;
  total: Generated<number>;
  request: Generated<Record<string, unknown>>;
  result: Generated<Record<string, unknown>>;
  error: Generated<string>;
  addtime: Generated<Date>;
  end_time: Date | null;
  expire_time: Generated<Date>;
}

interface TaskFileTable {
  task_id: number;
  store: string;
  object_key: string;
  file_size: number;
  file_name: string;
}

interface ImportPageTable {
  item_id: number;
  source_key: string;
  page_id: number;
  source_hash: Buffer;
  written_hash: Buffer;
}

interface ImportEntryTable {
  task_id: number;
  at: number;
  action: 'add' | 'change' | 'conflict' | 'keep' | 'left';
  choice: 'mine' | 'file' | 'both' | null;
  source_key: string;
  cat_name: string;
  page_title: string;
  page_id: number | null;
  base_version: number | null;
  author_username: Generated<string>;
  written_version: number | null;
  former_source_hash: Buffer | null;
  former_written_hash: Buffer | null;
  is_skipped: Generated<boolean>;
}

interface ImportTextTable {
  task_id: number;
  at: number;
  page_content: string;
  page_type: Generated<number>;
}

interface BackupTable {
  backup_id: Generated<number>;
  addtime: Generated<Date>;
  file_name: string;
  file_size: number;
  row_count: number;
  file_count: number;
  fault_count: number;
  seconds: number;
  error: Generated<string>;
}

export interface Schema {
  user: UserTable;
  device: DeviceTable;
  outside_login: OutsideLoginTable;
  mail_link: MailLinkTable;
  setting: SettingTable;
  spent_captcha: SpentCaptchaTable;
  spent_proof: SpentProofTable;
  item: ItemTable;
  item_key: ItemKeyTable;
  item_member: ItemMemberTable;
  team: TeamTable;
  team_member: TeamMemberTable;
  team_item: TeamItemTable;
  team_item_member: TeamItemMemberTable;
  item_order: ItemOrderTable;
  item_group: ItemGroupTable;
  catalog: CatalogTable;
  page: PageTable;
  page_body: PageBodyTable;
  page_search: PageSearchTable;
  search_miss: SearchMissTable;
  page_history: PageHistoryTable;
  page_request: PageRequestTable;
  notice: NoticeTable;
  notice_mark: NoticeMarkTable;
  audit_log: AuditLogTable;
  page_lock: PageLockTable;
  page_lock_ask: PageLockAskTable;
  template: TemplateTable;
  upload_file: UploadFileTable;
  file_variant: FileVariantTable;
  page_file: PageFileTable;
  file_traffic: FileTrafficTable;
  mock: MockTable;
  mock_open: MockOpenTable;
  task: TaskTable;
  task_file: TaskFileTable;
  import_page: ImportPageTable;
  import_entry: ImportEntryTable;
  import_text: ImportTextTable;
  backup: BackupTable;
}
