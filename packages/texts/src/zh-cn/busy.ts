import type { Texts } from '../translate.ts';

export const busy: Texts['busy'] = {
  title: '服务器繁忙',
  text: '现在使用 Octavo 的人很多。请不要关闭页面，系统会自动重试，服务器空闲后立即打开。',
  unavailableTitle: 'Octavo 暂时无法访问',
  unavailableText: '请不要关闭页面，系统会自动重试，服务恢复后立即打开。',
  tryNow: '立即重试',
  stop: '停止重试',
  waiting: '{seconds} 秒后第 {attempt} 次重试',
  stopped: '已停止重试',
  safe: '已保存的内容不会丢失。',
  number: '错误 503，请求编号 {number}',
};
