import type { calls } from '@octavo/contract';
import type { SecurityConfig } from '@octavo/contract/admin-security.entities';
import type { CallInput } from '@octavo/contract/define-call';
import { RETENTION_RANGES, SECURITY_RANGES } from '@octavo/contract/setting-limits';
import { useText } from '../../../shared/i18n/texts.tsx';
import { containsAddress } from '../../../shared/session/network.ts';

/** The numbers of the form, which are texts while they are edited. */
const NUMBERS = [
  'second_factor_days',
  'session_idle_days',
  'session_max_days',
  'console_confirm_minutes',
  'password_min_length',
  'login_wait_minutes',
  'audit_days',
  'recycle_days',
  'version_days',
] as const;
export type NumberName = (typeof NUMBERS)[number];

export const NETWORK_LISTS = ['console', 'login'] as const;
type NetworkListName = (typeof NETWORK_LISTS)[number];

const RANGES = { ...SECURITY_RANGES, ...RETENTION_RANGES };
const isRetention = (name: NumberName) => name in RETENTION_RANGES;

export function toDraft(config: SecurityConfig) {
  return {
    ...(Object.fromEntries(NUMBERS.map((name) => [name, String(config[name])])) as Record<
      NumberName,
      string
    >),
    second_factor_for: config.second_factor_for,
    second_factor_provider: config.second_factor_provider === 1,
    password_common_refused: config.password_common_refused === 1,
    password_personal_refused: config.password_personal_refused === 1,
    console_networks_on: config.console_networks_on === 1,
    console_networks: config.console_networks,
    /** What is typed below the lists and not added yet. */
    console_new: '',
    console_note: '',
    login_networks_on: config.login_networks_on === 1,
    login_networks: config.login_networks,
    login_new: '',
    login_note: '',
  };
}
export type SecurityDraft = ReturnType<typeof toDraft>;

const includesOwnAddress = (
  networks: SecurityConfig['login_networks'],
  ownAddress: string,
): boolean => networks.some(({ network }) => containsAddress(network, ownAddress));

export function useDraftErrors(draft: SecurityDraft, ownAddress: string) {
  const { t } = useText();
  function numberError(name: NumberName): string | false {
    const { min, max } = RANGES[name];
    const text = draft[name].trim();
    const value = Number(text);
    if (/^\d+$/.test(text) && value <= max && (value >= min || (value === 0 && isRetention(name))))
      return false;
    return t(isRetention(name) ? 'adminSecurity.daysWrong' : 'adminSetting.numberWrong', {
      min,
      max,
    });
  }
  function networksError(list: NetworkListName): string | false {
    if (!draft[`${list}_networks_on`]) return false;
    const networks = draft[`${list}_networks`];
    if (networks.length === 0) return t('errors.networksEmpty');
    return (
      !includesOwnAddress(networks, ownAddress) &&
      t('errors.ownAddressMissing', { address: ownAddress })
    );
  }
  const newError = (list: NetworkListName) =>
    draft[`${list}_networks_on`] &&
    `${draft[`${list}_new`]}${draft[`${list}_note`]}`.trim() !== '' &&
    t('adminSecurity.notAdded');
  return {
    ...(Object.fromEntries(NUMBERS.map((name) => [name, numberError(name)])) as Record<
      NumberName,
      string | false
    >),
    console_networks: networksError('console'),
    login_networks: networksError('login'),
    console_new: newError('console'),
    login_new: newError('login'),
  };
}

type SecurityInput = CallInput<typeof calls.adminSecurity.save>;

const toSent = (networks: SecurityConfig['login_networks']) =>
  networks.map(({ network, note }) => ({ network, note }));

/** The changed fields, as the calls take them, without what is typed and not added. */
export function toChange(changes: Partial<SecurityDraft>): SecurityInput {
  const fields = Object.entries(changes).filter(([name]) => !/_(?:new|note)$/.test(name));
  const { console_networks, login_networks } = changes;
  return {
    ...(Object.fromEntries(fields) as SecurityInput),
    ...(console_networks && { console_networks: toSent(console_networks) }),
    ...(login_networks && { login_networks: toSent(login_networks) }),
  };
}
