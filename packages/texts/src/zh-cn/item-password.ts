import type { Texts } from '../translate.ts';

export const itemPassword: Texts['itemPassword'] = {
  title: '这是一个私密项目',
  text: '输入访问密码后才能阅读。',
  password: '访问密码',
  open: '打开项目',
  wrong: '{reason}。密码可能已经更换，请联系项目所有者。',
  captchaReason: '多次输错后需要验证码。',
  member: '你是成员？{link}',
  logIn: '登录后打开',
  loggedIn: '当前登录的账号是 {username}。',
  kept: '输入一次，本浏览器在 24 小时内有效。',
};
