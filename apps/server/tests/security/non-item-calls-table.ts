/**
 * The expected error codes of calls that do not concern an item, if an actor sends the unchanged valid request of
 * another user. Written by hand: each actor can only reach the own account.
 */
export const CALL_ACTORS = [
  'visitor',
  'expired session',
  'disabled user',
  'another user',
  'administrator',
] as const;
export type CallActor = (typeof CALL_ACTORS)[number];

type Row = Readonly<Record<CallActor, number>>;

const [LOGIN, DENIED, GONE, CAPTCHA, NOT_OWNER, EXPIRED] = [
  10102, 10103, 10101, 10206, 10303, 10626,
];

function toRow(noSession: number, otherUser: number, administrator = otherUser): Row {
  return {
    visitor: noSession,
    'expired session': noSession,
    'disabled user': noSession,
    'another user': otherUser,
    administrator,
  };
}

/** Needs no right. */
const everyone = toRow(0, 0);
/** Acts on the caller's own objects. */
const ownObjects = toRow(LOGIN, 0);
/** The object belongs to another user and is not accessible, not even for an administrator. */
const othersObjects = toRow(LOGIN, GONE);
const adminOnly = toRow(LOGIN, DENIED, 0);

/** The captcha is bound to the browser that requested it. */
const captcha = toRow(CAPTCHA, CAPTCHA);

export const NON_ITEM_CALLS: Readonly<Record<string, Row>> = {
  'user.login': everyone,
  'user.verifyEmail': everyone,
  'user.resetPasswordByUrl': everyone,
  'user.logout': everyone,
  'user.register': captcha,
  'user.resetPasswordEmail': captcha,
  'user.oauthInfo': everyone,
  // The state is bound to the browser that was redirected to the provider; others are redirected to the login screen.
  'extLogin.oauth2': everyone,
  // Every row sends its own link.
  'extLogin.bySecretKey': everyone,
  'extLogin.linkOauth2': ownObjects,
  'extLogin.unlinkOauth2': ownObjects,
  'extLogin.loginMethods': ownObjects,
  'extLogin.linkLdap': ownObjects,
  'extLogin.unlinkLdap': ownObjects,
  // The verification is a cookie of the browser with the successful LDAP login.
  'extLogin.pendingLink': toRow(EXPIRED, EXPIRED),
  'extLogin.confirmLink': toRow(EXPIRED, EXPIRED),
  'user.info': ownObjects,
  'user.proof': ownObjects,
  'user.resetPassword': ownObjects,
  'user.updateInfo': ownObjects,
  'user.updateEmail': ownObjects,
  'user.sendVerifyEmail': ownObjects,
  'user.allUser': ownObjects,
  'user.devices': ownObjects,
  'user.revokeOtherDevices': ownObjects,
  'user.revokeDevice': othersObjects,
  // The setup link is invalid once an administrator exists.
  'user.setup': toRow(0, 0, GONE),
  'export.forms': ownObjects,
  'export.status': othersObjects,
  'export.download': othersObjects,
  'common.verify': everyone,
  'common.homePageSetting': everyone,
  'common.qrcode': everyone,
  'item.pwd': everyone,
  'item.myList': ownObjects,
  'item.add': ownObjects,
  'item.sort': ownObjects,
  'item.exitItem': othersObjects,
  'import.auto': ownObjects,
  'import.plan': ownObjects,
  'import.apply': othersObjects,
  'import.undo': othersObjects,
  'import.status': othersObjects,
  'import.compare': othersObjects,
  'task.stop': othersObjects,
  'itemGroup.getList': ownObjects,
  'itemGroup.save': ownObjects,
  'itemGroup.saveSort': othersObjects,
  'itemGroup.delete': othersObjects,
  'page.infoByKey': everyone,
  'page.uploadListByKey': everyone,
  'page.downloadFilesByKey': everyone,
  // A caller with the key and the token is the script, whatever session it has.
  'open.updateItem': everyone,
  'open.getPage': everyone,
  'open.deletePage': everyone,
  'open.getCatalogTree': everyone,
  'open.createCatalog': everyone,
  'open.updateCatalog': everyone,
  'open.deleteCatalog': everyone,
  'open.uploadAttachment': everyone,
  'open.importFile': everyone,
  'open.deleteAttachment': everyone,
  'open.updateDbItem': everyone,
  'open.fromComments': everyone,
  'attachment.upload': ownObjects,
  'attachment.getMyList': ownObjects,
  'attachment.getPages': othersObjects,
  'attachment.deleteMyAttachment': othersObjects,
  'attachment.getAllList': adminOnly,
  'attachment.deleteAttachment': adminOnly,
  'notice.getList': ownObjects,
  'notice.setAllRead': ownObjects,
  'notice.feedback': ownObjects,
  'notice.setRead': othersObjects,
  'notice.delete': othersObjects,
  // The audit log of an item is visible to its owner and to administrators.
  'audit.getList': toRow(LOGIN, NOT_OWNER, 0),
  'audit.export': toRow(LOGIN, NOT_OWNER, 0),
  'search.all': ownObjects,
  'catalog.search': ownObjects,
  'search.misses': adminOnly,
  'adminNotice.getList': adminOnly,
  'adminNotice.announce': adminOnly,
  'adminNotice.delete': adminOnly,
  'adminUser.getList': adminOnly,
  'adminUser.addUser': adminOnly,
  'adminUser.getBelongings': adminOnly,
  'adminUser.deleteUser': adminOnly,
  'adminUser.disableUser': adminOnly,
  'adminUser.setAdmin': adminOnly,
  'adminUser.devices': adminOnly,
  'adminUser.revokeDevices': adminOnly,
  'adminUser.getLoginMethods': adminOnly,
  'adminUser.findIdentity': adminOnly,
  'adminUser.linkIdentity': adminOnly,
  'adminUser.unlinkIdentity': adminOnly,
  'adminUser.getMerge': adminOnly,
  'adminUser.mergeUser': adminOnly,
  'adminItem.getList': adminOnly,
  'adminItem.deleteItem': adminOnly,
  'adminItem.attorn': adminOnly,
  'adminItem.recoverItem': adminOnly,
  'adminUpdate.checkUpdate': adminOnly,
  'adminUpdate.download': adminOnly,
  'adminUpdate.updateFiles': adminOnly,
  'adminUpdate.history': adminOnly,
  'adminSystem.diagnose': adminOnly,
  'adminSystem.deadJobs': adminOnly,
  'adminSystem.retryJobs': adminOnly,
  'adminSystem.discardJobs': adminOnly,
  'adminSetting.loadConfig': adminOnly,
  'adminSetting.saveConfig': adminOnly,
  'adminSetting.uploadLogo': adminOnly,
  'adminSetting.testStorage': adminOnly,
  'adminSetting.testMail': adminOnly,
  'adminSetting.loadLdapConfig': adminOnly,
  'adminSetting.saveLdapConfig': adminOnly,
  'adminSetting.testLdap': adminOnly,
  'adminSetting.loadOauth2Config': adminOnly,
  'adminSetting.saveOauth2Config': adminOnly,
  'adminSetting.testOauth2': adminOnly,
  'adminSetting.discoverOauth2': adminOnly,
  'adminSetting.getLoginSecretKey': adminOnly,
  'adminSetting.resetLoginSecretKey': adminOnly,
  'adminSetting.saveLoginLinks': adminOnly,
  'template.getList': ownObjects,
  'template.save': ownObjects,
  'template.delete': othersObjects,
  'team.getList': ownObjects,
  'team.save': ownObjects,
  'team.attorn': othersObjects,
  'team.delete': othersObjects,
  'teamMember.getList': othersObjects,
  'teamMember.save': othersObjects,
  'teamMember.delete': othersObjects,
  'teamItem.getListByTeam': othersObjects,
  'teamItem.save': othersObjects,
  'teamItem.delete': othersObjects,
  'teamItemMember.getList': othersObjects,
  'teamItemMember.save': othersObjects,
  'scriptCron.run': everyone,
  'update.checkDb': everyone,
};
