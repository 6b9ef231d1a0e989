import type { AuditEntry } from '@octavo/contract/audit.contract';
import type { ReactNode } from 'react';
import { AuditLog } from '../../../shared/audit/audit-log.tsx';
import type { AuditWords } from '../../../shared/audit/audit-words.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { describeAgent } from '../../../shared/people/describe-agent.ts';
import { ConsoleHeader } from '../parts/console-header.tsx';
import { useSettingValue } from '../parts/use-setting-value.ts';
import { settingNames } from './setting-names.ts';

/** The audit log of the whole site. */
export function SiteAudit() {
  return <AuditLog words={useAuditWords()} Head={Head} />;
}

function Head({ children }: { children: ReactNode }) {
  const { t } = useText();
  return (
    <ConsoleHeader title={t('audit.title')} help={t('audit.help')}>
      {children}
    </ConsoleHeader>
  );
}

const LOGIN_METHODS: Readonly<Record<string, 'password' | 'ldap' | 'oauth2' | 'link'>> = {
  'ExtLogin.oauth2': 'oauth2',
  'ExtLogin.bySecretKey': 'link',
};

const FAILURE_TEXTS = {
  password: 'adminAudit.failedPassword',
  unknown: 'adminAudit.failedUnknown',
  disabled: 'adminAudit.failedDisabled',
  notLinked: 'adminAudit.failedNotLinked',
  address: 'adminAudit.failedAddress',
  secondFactor: 'adminAudit.failedSecondFactor',
  passkey: 'adminAudit.failedPasskey',
  scimToken: 'adminAudit.tokenUnknown',
  provider: 'adminAudit.failedProvider',
  link: 'adminAudit.failedLink',
} as const;

/** Why a token was rejected. */
const TOKEN_TEXTS = {
  unknown: 'adminAudit.tokenUnknown',
  expired: 'adminAudit.tokenExpired',
  address: 'adminAudit.tokenAddress',
  network: 'adminAudit.failedAddress',
  call: 'adminAudit.tokenCall',
  scope: 'adminAudit.tokenScope',
  items: 'adminAudit.tokenItems',
} as const;

const LINK_TEXTS = {
  reset: 'adminAudit.linkReset',
  verify: 'adminAudit.linkVerify',
  invitation: 'adminAudit.linkInvitation',
  setup: 'adminAudit.linkSetup',
} as const;

const IDENTITY_KIND_TEXTS = {
  ldap: 'adminAudit.ldap',
  oauth2: 'adminAudit.oauth2',
  integration: 'adminAudit.link',
  scim: 'adminAudit.scim',
} as const;

/** The names of roles by `groupid`, starting at 1. */
const ROLE_TEXTS = ['adminUser.administrator', 'adminUser.ordinary', 'adminUser.auditor'] as const;

/** Describes an audit entry: the login method, the changed settings or the new owner; empty for other actions. */
function useAuditWords(): AuditWords {
  const { t } = useText();
  const value = useSettingValue();

  function device({ user_agent }: AuditEntry): string | undefined {
    const { app, system } = describeAgent(user_agent);
    return app && system ? t('userSetting.deviceOn', { app, system }) : app;
  }

  const join = (...words: readonly (string | undefined | false)[]) =>
    words.filter(Boolean).join(t('audit.between'));

  function login(entry: AuditEntry): string {
    const method =
      entry.facts['way'] === 'ldap' ? 'ldap' : (LOGIN_METHODS[entry.action] ?? 'password');
    return join(t(`adminAudit.${method}`), device(entry));
  }

  function failedLogin(entry: AuditEntry): string {
    const reason = FAILURE_TEXTS[entry.facts['reason'] as keyof typeof FAILURE_TEXTS];
    const id = entry.facts['external_id'];
    const isLast = entry.facts['more_unlisted'] === true;
    return join(
      entry.subject,
      t(reason ?? 'adminAudit.failedPassword'),
      kind(entry),
      typeof id === 'string' && id,
      device(entry),
      isLast && t('adminAudit.failedMore'),
    );
  }

  function refusedToken({ subject, facts }: AuditEntry): string {
    const reason = TOKEN_TEXTS[facts['reason'] as keyof typeof TOKEN_TEXTS];
    const prefix = facts['token_prefix'];
    return join(
      subject,
      reason && t(reason),
      typeof prefix === 'string' && t('audit.byToken', { prefix }),
      typeof facts['call'] === 'string' && facts['call'],
      facts['more_unlisted'] === true && t('adminAudit.failedMore'),
    );
  }

  function refusedLink({ facts }: AuditEntry): string {
    const link = LINK_TEXTS[facts['reason'] as keyof typeof LINK_TEXTS];
    return join(link && t(link), facts['more_unlisted'] === true && t('adminAudit.failedMore'));
  }

  function kind({ facts }: AuditEntry): string | undefined {
    const name = IDENTITY_KIND_TEXTS[facts['kind'] as keyof typeof IDENTITY_KIND_TEXTS];
    return name && t(name);
  }

  /** The account with its previous and its new linked identity. */
  function identity(entry: AuditEntry): string {
    const { facts } = entry;
    const name = (of: Readonly<Record<string, unknown>>) => {
      const { external_id = facts['external_id'], external_username = '' } = of;
      const id = value(external_id, 'external_id');
      return external_username === '' ? id : `${value(external_username, '')} (${id})`;
    };
    const previous = (facts['was'] ?? {}) as Readonly<Record<string, unknown>>;
    return join(
      entry.subject,
      t('adminAudit.identity', { kind: kind(entry) ?? '', from: name(previous), to: name(facts) }),
    );
  }

  function merge({ facts, subject }: AuditEntry): string {
    return t('adminAudit.merge', {
      from: String(facts['username']),
      to: subject,
      items: Number(facts['item_count']),
      teams: Number(facts['team_count']),
      files: Number(facts['file_count']),
    });
  }

  function roleName(groupid: unknown): string {
    const key = ROLE_TEXTS[Number(groupid) - 1];
    return key ? t(key) : '';
  }

  /** The account with its previous and its new role. */
  function role({ facts, subject }: AuditEntry): string {
    const previous = (facts['was'] ?? {}) as Readonly<Record<string, unknown>>;
    const { groupid } = facts;
    return join(
      subject,
      t('adminAudit.changed', {
        setting: t('adminUser.role'),
        from: roleName(previous['groupid'] ?? groupid),
        to: roleName(groupid),
      }),
    );
  }

  function localAccess({ facts, subject }: AuditEntry): string {
    return join(subject, value(facts['local_access'], 'local_access'));
  }

  const nameOf = (field: string) => {
    const key = settingNames[field];
    return key ? t(key) : undefined;
  };

  /** After how many days how much was deleted. */
  function retention({ action, facts }: AuditEntry): string {
    const text = {
      'retention.auditLog': 'adminAudit.purgedEntries',
      'retention.recycleBin': 'adminAudit.purgedPages',
      'retention.versions': 'adminAudit.purgedVersions',
    } as const;
    const key = text[action as keyof typeof text];
    const [days, count] = [Number(facts['days']), Number(facts['count'])];
    const items = Number(facts['items'] ?? 0);
    return join(
      t('adminAudit.afterDays', { days }),
      t(key, { count }),
      items > 0 && t('adminAudit.purgedItems', { count: items }),
    );
  }

  function settings({ facts }: AuditEntry): string {
    const previous = (facts['was'] ?? {}) as Readonly<Record<string, unknown>>;
    const replaced = (facts['replaced'] ?? []) as readonly string[];
    const changes = Object.keys(previous).map((field) =>
      t('adminAudit.changed', {
        setting: nameOf(field) ?? field,
        from: value(previous[field], field),
        to: value(facts[field], field),
      }),
    );
    const secrets = replaced.map((field) =>
      t('adminAudit.replaced', { setting: nameOf(field) ?? field }),
    );
    return [...changes, ...secrets].join(t('adminAudit.after'));
  }

  function describe(entry: AuditEntry): string {
    const { action } = entry;
    const newOwner = entry.facts['username'];
    if (action === 'user.loginFailed' || action === 'user.confirmFailed') return failedLogin(entry);
    if (action === 'user.linkRefused') return refusedLink(entry);
    if (action === 'accessToken.refused') return refusedToken(entry);
    if (/\.(un)?linkIdentity$/.test(action)) return identity(entry);
    if (action === 'adminUser.mergeUser') return merge(entry);
    if (action === 'adminUser.setRole') return role(entry);
    if (action === 'adminUser.setLocalAccess') return localAccess(entry);
    if (action === 'user.login' || action in LOGIN_METHODS) return login(entry);
    if (/^adminSetting\.save\w*Config$|^adminSecurity\.(save|clearNetworks)$/.test(action))
      return settings(entry);
    if (action.startsWith('retention.')) return retention(entry);
    if (action.endsWith('.attorn') && typeof newOwner === 'string')
      return t('adminAudit.transfer', {
        name: entry.item_name || entry.team_name,
        from: entry.subject || entry.username,
        to: newOwner,
      });
    return '';
  }

  return {
    describe,
    fieldName: nameOf,
    fieldValue: (changed, field) =>
      field === 'groupid'
        ? roleName(changed)
        : nameOf(field) === undefined
          ? undefined
          : value(changed, field),
  };
}
