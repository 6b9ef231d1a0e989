import { dingtalk } from './login-presets/dingtalk.ts';
import { feishu } from './login-presets/feishu.ts';
import type { LoginPreset } from './login-presets/login-preset.ts';
import { wecom } from './login-presets/wecom.ts';

/** Providers that are not OpenID Connect, whose form an administrator need not know. */
export const loginPresets = { feishu, dingtalk, wecom } as const satisfies Readonly<
  Record<string, LoginPreset>
>;
export type LoginPresetName = keyof typeof loginPresets;

/** Undefined for a provider without a preset. */
export function loginPreset(name: LoginPresetName | ''): LoginPreset | undefined {
  return name === '' ? undefined : loginPresets[name];
}
