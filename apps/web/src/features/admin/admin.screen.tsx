import { calls } from '@octavo/contract';
import { mayReadConsole } from '@octavo/contract/user-group';
import { administration as en } from '@octavo/texts/en/administration';
import { administration as zhCn } from '@octavo/texts/zh-cn/administration';
import {
  Activity,
  CloudDownload,
  Fingerprint,
  Layers,
  Megaphone,
  Paperclip,
  ScrollText,
  SearchX,
  Settings2,
  ShieldCheck,
  Users as UsersIcon,
} from 'lucide-react';
import { useSearchParams } from 'react-router';
import { useCall } from '../../shared/api/use-call.ts';
import { hasErrorName } from '../../shared/api/use-form-command.ts';
import { AdditionalTexts } from '../../shared/i18n/additional-texts.tsx';
import { useLanguage, useText } from '../../shared/i18n/texts.tsx';
import { AccessDenied } from '../../shared/items/item-load-error.tsx';
import { useSession } from '../../shared/session/session.ts';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { Attachments } from './files/attachments.tsx';
import { Announcements } from './announcements/announcements.tsx';
import styles from './parts/console.module.css';
import { ConfirmIdentity } from './parts/confirm-identity.tsx';
import { ConsoleMenu } from './parts/console-menu.tsx';
import { ConsoleRefused } from './parts/console-refused.tsx';
import { useMayChange } from './parts/use-may-change.ts';
import { Diagnostics } from './diagnostics/diagnostics.tsx';
import { ExternalLogin, loginTabs } from './external-login/external-login.tsx';
import { Items } from './items/items.tsx';
import { Security } from './security/security.tsx';
import { SearchMisses } from './audit/search-misses.tsx';
import { SiteAudit } from './audit/site-audit.tsx';
import { SiteSettings } from './settings/site-settings.tsx';
import { SystemUpdate } from './update/system-update.tsx';
import { Users } from './users/users.tsx';
import { useCallErrors } from './use-call-errors.ts';

const tables = { en, 'zh-cn': zhCn };

export function AdminScreen() {
  const { account, refresh } = useSession();
  useCallErrors((error) => {
    // The user may no longer be an administrator, or is in another network.
    if (hasErrorName(error, 'forbidden', 'consoleAddressRefused')) void refresh();
  });
  if (!account || !mayReadConsole(account.groupid))
    return <AccessDenied text="admin.noRightText" />;
  return (
    <AdditionalTexts tables={tables}>
      {account.console_refused === undefined ? (
        <Console />
      ) : (
        <ConsoleRefused address={account.console_refused} onRetry={() => void refresh()} />
      )}
    </AdditionalTexts>
  );
}

function Console() {
  const { t } = useText();
  const [search] = useSearchParams();
  const { language } = useLanguage();
  const mayChange = useMayChange();
  const { data: update } = useCall(
    calls.adminUpdate.checkUpdate,
    {},
    // As in ShowDoc, only the Chinese interface checks for updates automatically. Auditors see the last check.
    { silent: true, enabled: mayChange && language === 'zh-cn' },
  );
  const { data: deadJobs } = useCall(calls.adminSystem.deadJobs, {}, { silent: true });
  const tabs = [
    { name: '', label: t('adminUser.title'), icon: <UsersIcon />, heading: t('admin.manage') },
    { name: 'items', label: t('adminItem.title'), icon: <Layers /> },
    { name: 'attachments', label: t('attachment.siteTitle'), icon: <Paperclip /> },
    {
      name: 'login',
      label: t('adminLogin.title'),
      icon: <Fingerprint />,
      heading: t('admin.site'),
    },
    { name: 'security', label: t('adminSecurity.title'), icon: <ShieldCheck /> },
    {
      name: 'settings',
      label: t('adminSetting.title'),
      icon: <Settings2 />,
    },
    {
      name: 'announcements',
      label: t('admin.announcements'),
      icon: <Megaphone />,
    },
    {
      name: 'update',
      label: t('adminUpdate.title'),
      icon: <CloudDownload />,
      badge: update?.new_version ? t('adminUpdate.new') : undefined,
    },
    { name: 'audit', label: t('audit.title'), icon: <ScrollText />, heading: t('admin.operate') },
    {
      name: 'diagnostics',
      label: t('adminSystem.diagnostics'),
      icon: <Activity />,
      errors: deadJobs && {
        count: deadJobs.total,
        words: t('adminSystem.dead', { count: deadJobs.total }),
      },
    },
    { name: 'searches', label: t('search.misses'), icon: <SearchX /> },
  ];
  const tabParam = search.get('tab');
  const loginTab = loginTabs.find((name) => name === tabParam);
  const current = loginTab ? 'login' : (tabs.find(({ name }) => name === tabParam)?.name ?? '');
  return (
    <div className={styles.console} data-fill>
      <ConfirmIdentity />
      <PageTitle
        screen={t('admin.screen', {
          section: tabs.find(({ name }) => name === current)?.label ?? '',
        })}
      />
      <ConsoleMenu tabs={tabs} current={current} />
      <div className={styles.section}>
        {current === '' && <Users />}
        {current === 'items' && <Items />}
        {current === 'attachments' && <Attachments />}
        {loginTab && <ExternalLogin tab={loginTab} />}
        {current === 'security' && <Security />}
        {current === 'settings' && <SiteSettings />}
        {current === 'announcements' && <Announcements />}
        {current === 'update' && <SystemUpdate />}
        {current === 'audit' && <SiteAudit />}
        {current === 'diagnostics' && <Diagnostics />}
        {current === 'searches' && <SearchMisses />}
      </div>
    </div>
  );
}
