import type { Texts } from '../translate.ts';

export const adminLoginKey: Texts['adminLoginKey'] = {
  title: '通用集成登录',
  help: '其他系统可以用这个密钥给链接签名，打开链接的人会直接登录本站。',
  key: '密钥',
  show: '显示密钥',
  keyHelp: '拿到密钥的人可以以管理员之外的任何用户登录，只应放在服务器上。',
  reset: '重置密钥',
  resetTitle: '重置集成登录密钥？',
  resetText: '用当前密钥签名的链接会立即失效。',
  resetDone: '密钥已重置',
  older: '接受 ShowDoc 的登录链接',
  olderHelp: 'ShowDoc 的链接用 MD5 签名、没有随机串，安全性较低。只在确有系统需要时打开。',
  olderSaved: '已保存',
  example: '链接的生成方法',
  exampleHelp:
    'time 以秒为单位，误差不超过 60 秒；nonce 是 16 到 64 位随机字母和数字。每个链接只能用一次。name 和 redirect 可以省略。',
};
