/**
 * What the calls that are not about an item answer to somebody who sends, word for word, the good
 * request of another person: written by hand, and the own account is all that anybody reaches.
 */
export const OTHER_ACTORS = [
  'visitor',
  'expired login',
  'disabled person',
  'another person',
  'administrator',
] as const;
export type OtherActor = (typeof OTHER_ACTORS)[number];

type Row = Readonly<Record<OtherActor, number>>;

const [LOGIN, NO, GONE, CAPTCHA, NOT_OWNER] = [10102, 10103, 10101, 10206, 10303];

function row(dead: number, person: number, administrator = person): Row {
  return {
    visitor: dead,
    'expired login': dead,
    'disabled person': dead,
    'another person': person,
    administrator,
  };
}

/** It needs nobody's right. */
const open = row(0, 0);
/** Each acts on what is their own. */
const own = row(LOGIN, 0);
/** The thing is somebody else's, for an administrator too. */
const theirs = row(LOGIN, GONE);
const admins = row(LOGIN, NO, 0);

/** The code of the picture lies in the browser that asked for it. */
const captcha = row(CAPTCHA, CAPTCHA);

export const OTHER_CALLS: Readonly<Record<string, Row>> = {
  'user.login': open,
  'user.verifyEmail': open,
  'user.resetPasswordByUrl': open,
  'user.logout': open,
  'user.register': captcha,
  'user.resetPasswordEmail': captcha,
  'user.oauthInfo': open,
  // The proof lies in the browser that was led to the provider; others are sent to the login screen.
  'extLogin.oauth2': open,
  // Each line sends a link of its own.
  'extLogin.bySecretKey': open,
  'extLogin.linkOauth2': own,
  'extLogin.unlinkOauth2': own,
  'user.info': own,
  'user.proof': own,
  'user.resetPassword': own,
  'user.updateInfo': own,
  'user.updateEmail': own,
  'user.sendVerifyEmail': own,
  'user.allUser': own,
  'user.devices': own,
  'user.revokeOtherDevices': own,
  'user.revokeDevice': theirs,
  // The link of the first set-up ends when there is an administrator.
  'user.setup': row(0, 0, GONE),
  'export.forms': own,
  'export.status': theirs,
  'export.download': theirs,
  'common.verify': open,
  'common.homePageSetting': open,
  'common.qrcode': open,
  'item.pwd': open,
  'item.myList': own,
  'item.add': own,
  'item.sort': own,
  'item.exitItem': theirs,
  'import.auto': own,
  'import.plan': own,
  'import.apply': theirs,
  'import.undo': theirs,
  'import.status': theirs,
  'import.compare': theirs,
  'task.stop': theirs,
  'itemGroup.getList': own,
  'itemGroup.save': own,
  'itemGroup.saveSort': theirs,
  'itemGroup.delete': theirs,
  'page.infoByKey': open,
  'page.uploadListByKey': open,
  'page.downloadFilesByKey': open,
  // Who has the key and the token is the script, whatever else they are.
  'open.updateItem': open,
  'open.getPage': open,
  'open.deletePage': open,
  'open.getCatalogTree': open,
  'open.createCatalog': open,
  'open.updateCatalog': open,
  'open.deleteCatalog': open,
  'open.uploadAttachment': open,
  'open.importFile': open,
  'open.deleteAttachment': open,
  'open.updateDbItem': open,
  'open.fromComments': open,
  'attachment.upload': own,
  'attachment.getMyList': own,
  'attachment.getPages': theirs,
  'attachment.deleteMyAttachment': theirs,
  'attachment.getAllList': admins,
  'attachment.deleteAttachment': admins,
  'notice.getList': own,
  'notice.setAllRead': own,
  'notice.feedback': own,
  'notice.setRead': theirs,
  'notice.delete': theirs,
  // The log of an item is its owner's, and the administrator's.
  'audit.getList': row(LOGIN, NOT_OWNER, 0),
  'audit.export': row(LOGIN, NOT_OWNER, 0),
  'search.all': own,
  'search.misses': admins,
  'adminNotice.getList': admins,
  'adminNotice.announce': admins,
  'adminNotice.delete': admins,
  'adminUser.getList': admins,
  'adminUser.addUser': admins,
  'adminUser.getBelongings': admins,
  'adminUser.deleteUser': admins,
  'adminUser.disableUser': admins,
  'adminUser.setAdmin': admins,
  'adminUser.devices': admins,
  'adminUser.revokeDevices': admins,
  'adminItem.getList': admins,
  'adminItem.deleteItem': admins,
  'adminItem.attorn': admins,
  'adminItem.recoverItem': admins,
  'adminUpdate.checkUpdate': admins,
  'adminUpdate.download': admins,
  'adminUpdate.updateFiles': admins,
  'adminUpdate.history': admins,
  'adminSystem.diagnose': admins,
  'adminSystem.deadJobs': admins,
  'adminSystem.retryJobs': admins,
  'adminSystem.discardJobs': admins,
  'adminSetting.loadConfig': admins,
  'adminSetting.saveConfig': admins,
  'adminSetting.uploadLogo': admins,
  'adminSetting.testStorage': admins,
  'adminSetting.testMail': admins,
  'adminSetting.loadLdapConfig': admins,
  'adminSetting.saveLdapConfig': admins,
  'adminSetting.testLdap': admins,
  'adminSetting.loadOauth2Config': admins,
  'adminSetting.saveOauth2Config': admins,
  'adminSetting.testOauth2': admins,
  'adminSetting.discoverOauth2': admins,
  'adminSetting.getLoginSecretKey': admins,
  'adminSetting.resetLoginSecretKey': admins,
  'adminSetting.saveLoginLinks': admins,
  'template.getList': own,
  'template.save': own,
  'template.delete': theirs,
  'team.getList': own,
  'team.save': own,
  'team.attorn': theirs,
  'team.delete': theirs,
  'teamMember.getList': theirs,
  'teamMember.save': theirs,
  'teamMember.delete': theirs,
  'teamItem.getListByTeam': theirs,
  'teamItem.save': theirs,
  'teamItem.delete': theirs,
  'teamItemMember.getList': theirs,
  'teamItemMember.save': theirs,
  'scriptCron.run': open,
  'update.checkDb': open,
};
