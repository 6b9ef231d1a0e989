import type { Texts } from '../translate.ts';

export const adminSecurity: Texts['adminSecurity'] = {
  title: '安全',
  secondFactor: '两步验证',
  without: '{total} 个启用的用户中，{count} 人尚未设置。',
  requiredOf: '要求范围',
  none: '不要求',
  noneHelp: '由用户自己决定',
  staff: '管理员',
  staffHelp: '包括审计员，共 {count} 人',
  everybody: '所有人',
  everybodyHelp: '{count} 人需要设置',
  days: '设置期限（天）',
  daysHelp: '到期后，登录只会进入设置页面。',
  provider: '信任 OAuth2 提供方',
  providerHelp: '在提供方登录视为已通过两步验证。如果提供方不要求第二步验证，请关闭。',
  concerned: '{count} 人尚未设置两步验证，需要设置。',
  remove: '移除两步验证',
  removeTitle: '移除 {username} 的两步验证？',
  removeText:
    '适用于手机和恢复码都已丢失的用户。该用户将在所有设备上退出登录，并收到邮件通知。请先确认请求来自本人。',
  removed: '已移除 {username} 的两步验证',
};
