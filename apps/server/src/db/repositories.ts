import { attachmentRepository } from '../modules/attachment/attachment.repository.ts';
import { fileObjectRepository } from '../modules/storage/file-object.repository.ts';
import { fileVisitRepository } from '../modules/attachment/file-visit.repository.ts';
import { itemFileRepository } from '../modules/attachment/item-files.repository.ts';
import { libraryRepository } from '../modules/attachment/library.repository.ts';
import { pageFileRepository } from '../modules/page/page-file.repository.ts';
import { pictureRepository } from '../modules/picture/picture.repository.ts';
import { auditWordsRepository } from '../modules/audit/audit-words.repository.ts';
import { auditRepository } from '../modules/audit/audit.repository.ts';
import { backupRecordRepository } from '../modules/backup/backup-record.repository.ts';
import { captchaRepository } from '../modules/captcha/captcha.repository.ts';
import { branchPageRepository } from '../modules/catalog/branch-pages.repository.ts';
import { catalogRepository } from '../modules/catalog/catalog.repository.ts';
import { exportRepository } from '../modules/export/export.repository.ts';
import { externalIdentityRepository } from '../modules/ext-login/external-identity.repository.ts';
import { usedNonceRepository } from '../modules/ext-login/used-nonce.repository.ts';
import { sampleContentRepository } from '../modules/sample-content/sample-content.repository.ts';
import { importRepository } from '../modules/import/import.repository.ts';
import { itemGroupRepository } from '../modules/item-group/item-group.repository.ts';
import { adminItemRepository } from '../modules/item/admin-item.repository.ts';
import { itemKeyRepository } from '../modules/item/item-key.repository.ts';
import { itemRepository } from '../modules/item/item.repository.ts';
import { memberRepository } from '../modules/member/member.repository.ts';
import { mockRepository } from '../modules/mock/mock.repository.ts';
import { noticeRepository } from '../modules/notice/notice.repository.ts';
import { pageHistoryRepository } from '../modules/history/page-history.repository.ts';
import { pageIndexRepository } from '../modules/search-index/page-index.repository.ts';
import { pageLockRepository } from '../modules/page/page-lock.repository.ts';
import { pageRequestRepository } from '../modules/page/page-request.repository.ts';
import { pageSaveRepository } from '../modules/page/page-save.repository.ts';
import { pageSearchRepository } from '../modules/search/page-search.repository.ts';
import { pageRepository } from '../modules/page/page.repository.ts';
import { recycleRepository } from '../modules/recycle/recycle.repository.ts';
import { sitemapRepository } from '../modules/reader/sitemap.repository.ts';
import { searchMissRepository } from '../modules/search/search-miss.repository.ts';
import { settingRepository } from '../modules/setting/setting.repository.ts';
import { systemRepository } from '../modules/system/system.repository.ts';
import { trafficRepository } from '../modules/system/traffic.repository.ts';
import { taskRepository } from '../modules/task/task.repository.ts';
import { templateRepository } from '../modules/template/template.repository.ts';
import { teamItemMemberRepository } from '../modules/team/team-item-member.repository.ts';
import { teamItemRepository } from '../modules/team/team-item.repository.ts';
import { teamMemberRepository } from '../modules/team/team-member.repository.ts';
import { teamRepository } from '../modules/team/team.repository.ts';
import { releaseRepository } from '../modules/update/release.repository.ts';
import { adminUserRepository } from '../modules/user/admin-user.repository.ts';
import { deviceRepository } from '../modules/account/device.repository.ts';
import { directoryRepository } from '../modules/user/directory.repository.ts';
import { mailLinkRepository } from '../modules/user/mail-link.repository.ts';
import { mergeUserRepository } from '../modules/user/merge-user.repository.ts';
import { userRepository } from '../modules/user/user.repository.ts';
import type { Db } from './connect.ts';

/** All repositories, bound to the pool or to one transaction. */
export function repositories(db: Db) {
  return {
    users: userRepository(db),
    adminUsers: adminUserRepository(db),
    mergeUsers: mergeUserRepository(db),
    devices: deviceRepository(db),
    directory: directoryRepository(db),
    externalIdentities: externalIdentityRepository(db),
    usedNonces: usedNonceRepository(db),
    mailLinks: mailLinkRepository(db),
    settings: settingRepository(db),
    sitemaps: sitemapRepository(db),
    captchas: captchaRepository(db),
    items: itemRepository(db),
    adminItems: adminItemRepository(db),
    itemKeys: itemKeyRepository(db),
    itemGroups: itemGroupRepository(db),
    members: memberRepository(db),
    teams: teamRepository(db),
    teamMembers: teamMemberRepository(db),
    teamItems: teamItemRepository(db),
    teamItemMembers: teamItemMemberRepository(db),
    catalogs: catalogRepository(db),
    branchPages: branchPageRepository(db),
    pages: pageRepository(db),
    pageHistory: pageHistoryRepository(db),
    pageLocks: pageLockRepository(db),
    pageRequests: pageRequestRepository(db),
    pageSaves: pageSaveRepository(db),
    pageSearch: pageSearchRepository(db),
    pageIndex: pageIndexRepository(db),
    searchMisses: searchMissRepository(db),
    mocks: mockRepository(db),
    notices: noticeRepository(db),
    attachments: attachmentRepository(db),
    itemFiles: itemFileRepository(db),
    library: libraryRepository(db),
    pictures: pictureRepository(db),
    pageFiles: pageFileRepository(db),
    fileVisits: fileVisitRepository(db),
    fileObjects: fileObjectRepository(db),
    audits: auditRepository(db),
    auditWords: auditWordsRepository(db),
    backups: backupRecordRepository(db),
    system: systemRepository(db),
    traffic: trafficRepository(db),
    releases: releaseRepository(db),
    tasks: taskRepository(db),
    templates: templateRepository(db),
    recycle: recycleRepository(db),
    imports: importRepository(db),
    exports: exportRepository(db),
    sampleContent: sampleContentRepository(db),
  };
}

export type Repositories = ReturnType<typeof repositories>;
