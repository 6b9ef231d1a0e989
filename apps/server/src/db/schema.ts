import type { AttachmentTables } from '../modules/attachment/attachment.tables.ts';
import type { AuditTables } from '../modules/audit/audit.tables.ts';
import type { BackupTables } from '../modules/backup/backup.tables.ts';
import type { CaptchaTables } from '../modules/captcha/captcha.tables.ts';
import type { CatalogTables } from '../modules/catalog/catalog.tables.ts';
import type { TreeMoveTables } from '../modules/catalog/tree-move.tables.ts';
import type { DirectorySyncTables } from '../modules/directory-sync/directory-sync.tables.ts';
import type { ExtLoginTables } from '../modules/ext-login/ext-login.tables.ts';
import type { HistoryTables } from '../modules/history/history.tables.ts';
import type { HomeTables } from '../modules/home/home.tables.ts';
import type { ImportTables } from '../modules/import/import.tables.ts';
import type { InvitationTables } from '../modules/invitation/invitation.tables.ts';
import type { ItemGroupTables } from '../modules/item-group/item-group.tables.ts';
import type { ItemTables } from '../modules/item/item.tables.ts';
import type { MemberTables } from '../modules/member/member.tables.ts';
import type { MockTables } from '../modules/mock/mock.tables.ts';
import type { NoticeTables } from '../modules/notice/notice.tables.ts';
import type { PageTables } from '../modules/page/page.tables.ts';
import type { PictureTables } from '../modules/picture/picture.tables.ts';
import type { ScimTables } from '../modules/scim/scim.tables.ts';
import type { SearchIndexTables } from '../modules/search-index/search-index.tables.ts';
import type { SearchTables } from '../modules/search/search.tables.ts';
import type { SecondFactorTables } from '../modules/account/second-factor.tables.ts';
import type { SettingTables } from '../modules/setting/setting.tables.ts';
import type { SystemTables } from '../modules/system/system.tables.ts';
import type { TaskTables } from '../modules/task/task.tables.ts';
import type { TeamTables } from '../modules/team/team.tables.ts';
import type { TemplateTables } from '../modules/template/template.tables.ts';
import type { UpdateTables } from '../modules/update/update.tables.ts';
import type { UserImportTables } from '../modules/user-import/user-import.tables.ts';
import type { UserTables } from '../modules/user/user.tables.ts';

/** All tables after the last migration, each declared in its module. Columns have the names of the API fields. */
export interface Schema
  extends
    UserTables,
    SecondFactorTables,
    ExtLoginTables,
    DirectorySyncTables,
    ScimTables,
    InvitationTables,
    CaptchaTables,
    SettingTables,
    ItemTables,
    ItemGroupTables,
    HomeTables,
    MemberTables,
    TeamTables,
    CatalogTables,
    TreeMoveTables,
    PageTables,
    HistoryTables,
    SearchIndexTables,
    SearchTables,
    TemplateTables,
    MockTables,
    AttachmentTables,
    PictureTables,
    NoticeTables,
    AuditTables,
    TaskTables,
    ImportTables,
    UserImportTables,
    BackupTables,
    SystemTables,
    UpdateTables {}
