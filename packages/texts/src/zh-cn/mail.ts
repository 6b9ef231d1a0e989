import type { Texts } from '../translate.ts';

export const mail: Texts['mail'] = {
  verifySubject: '验证你在 Octavo 的邮箱',
  verifyText:
    '{name}，你好：\n\n打开下面的链接，确认这是你的邮箱：\n\n{link}\n\n链接 24 小时内有效。如果不是你本人操作，请忽略这封邮件。',
  takenSubject: '有人在 Octavo 填写了你的邮箱',
  takenText:
    '{name}，你好：\n\n有人想把这个邮箱绑定到另一个账号。邮箱仍然属于你的账号，没有任何改动。',
  testSubject: '测试邮件',
  testText: '这封邮件由 {address} 的站点设置发出。收到它说明邮件已配置好。',
  resetSubject: '重置 Octavo 密码',
  resetText:
    '{name}，你好：\n\n打开下面的链接，设置新密码：\n\n{link}\n\n链接只能用一次，30 分钟内有效。如果不是你本人操作，请忽略这封邮件，密码不会改变。',
  resetElsewhereText:
    '{name}，你好：\n\n有人申请重置你账号的密码。你使用所在单位的账号登录，本站没有可以重置的密码。请到单位系统修改，或联系管理员。如果不是你本人操作，请忽略这封邮件。',
  factorSubject: '你账号的两步验证有变动',
  factorText:
    '{name}，你好：\n\n{change}\n\n如果不是你本人操作，请修改密码并告知管理员。查看你的两步验证：\n\n{link}',
  factor_totpOn: '你的账号添加了验证器应用。',
  factor_totpMoved: '你账号的验证器应用已更换。',
  factor_totpOff: '你账号的验证器应用已移除。',
  factor_passkeyOn: '你的账号添加了通行密钥。',
  factor_passkeyOff: '你账号的一个通行密钥已移除。',
  factor_newCodes: '你的账号生成了新的恢复码，旧的恢复码已失效。',
  factor_recoveryUsed: '有人用恢复码登录了你的账号。',
  factor_removedByAdmin: '管理员移除了你账号的全部两步验证方式，并让你在所有设备上退出登录。',
  inviteSubject: '邀请你加入 {site}',
  inviteHello: '你好：',
  inviteHelloName: '{name}，你好：',
  inviteText: '邀请你加入 {site}。',
  inviteTextBy: '{inviter} 邀请你加入 {site}。',
  inviteUsername: '你的用户名：{username}',
  inviteLink:
    '打开下面的链接，设置密码：\n\n{link}\n\n链接只能用一次，{days} 天内有效。如果与你无关，请忽略这封邮件。',
};
