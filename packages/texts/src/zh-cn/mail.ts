import type { Texts } from '../translate.ts';

export const mail: Texts['mail'] = {
  verifySubject: '确认你在 Octavo 的邮箱',
  verifyText:
    '{name}，你好：\n\n打开下面的链接，确认这是你的邮箱：\n\n{link}\n\n链接 24 小时内有效。如果不是你本人操作，忽略这封邮件即可。',
  takenSubject: '有人在 Octavo 再次填写了你的邮箱',
  takenText: '{name}，你好：\n\n有人想把这个邮箱绑定到另一个账号。邮箱仍然属于你，没有任何改动。',
  testSubject: '测试邮件',
  testText: '这封邮件由 {address} 的站点设置发出。你能收到它，说明邮件已配置好。',
  resetSubject: '设置新的 Octavo 密码',
  resetText:
    '{name}，你好：\n\n打开下面的链接，设置新密码：\n\n{link}\n\n链接只能用一次，30 分钟内有效。如果不是你本人操作，忽略这封邮件即可，密码不会改变。',
};
