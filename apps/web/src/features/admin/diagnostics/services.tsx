import { formatSize } from '@octavo/texts/format-size';
import type { Diagnosis, ServiceStatus } from '@octavo/contract/admin-system.entities';
import {
  Contact,
  Database,
  HardDrive,
  KeyRound,
  ListChecks,
  Mail,
  ScrollText,
  Search,
  Zap,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import { Tile } from '../../../shared/ui/tile.tsx';
import styles from './diagnostics.module.css';

const ICONS: Record<ServiceStatus['name'], ReactNode> = {
  database: <Database />,
  redis: <Zap />,
  search: <Search />,
  storage: <HardDrive />,
  mail: <Mail />,
  auditStream: <ScrollText />,
  queue: <ListChecks />,
};
/** The services that a site may lack. */
const OFF_TEXTS = {
  redis: 'adminSystem.redisOff',
  mail: 'adminSystem.mailOff',
  auditStream: 'adminSystem.auditStreamOff',
} as const;
const KINDS = { fine: 'ok', slow: 'warning', down: 'error', off: 'plain' } as const;

export function Services({ diagnosis }: { diagnosis: Diagnosis }) {
  const { t } = useText();
  const summarize = useServiceSummary();
  return (
    <ul className={styles.engines}>
      {diagnosis.engines.map((service) => (
        <li key={service.name}>
          <Tile size="small">{ICONS[service.name]}</Tile>
          <div className={styles.words}>
            <b>{t(`adminSystem.${service.name}`)}</b>
            <p className={service.fault ? styles.failed : undefined}>
              {service.fault || summarize(service)}
            </p>
          </div>
          {service.state !== 'off' && (
            <span className={styles.time}>
              {t('adminSystem.milliseconds', { time: service.milliseconds })}
            </span>
          )}
          <ServiceState service={service} />
        </li>
      ))}
      <LoginMethodRow
        tab="login"
        icon={<Contact />}
        label={t('adminSystem.ldap')}
        isOpen={diagnosis.ldap_open}
      />
      <LoginMethodRow
        tab="oauth2"
        icon={<KeyRound />}
        label={t('adminSystem.oauth2')}
        isOpen={diagnosis.oauth2_open}
      />
    </ul>
  );
}

/** LDAP and OAuth2 are not checked here: they are contacted only by a login or by the tests below. */
function LoginMethodRow(props: { tab: string; icon: ReactNode; label: string; isOpen: 0 | 1 }) {
  const { t } = useText();
  return (
    <li>
      <Tile size="small">{props.icon}</Tile>
      <div className={styles.words}>
        <b>{props.label}</b>
        <p>
          <Link to={{ search: `?tab=${props.tab}` }}>
            {t(props.isOpen ? 'adminSystem.wayInOn' : 'adminSystem.wayInOff')}
          </Link>
        </p>
      </div>
    </li>
  );
}

function ServiceState({ service: { name, state, facts } }: { service: ServiceStatus }) {
  const { t } = useText();
  const dead = Number(facts['dead'] ?? 0);
  if (name === 'queue' && dead > 0)
    return <Tag kind="error">{t('adminSystem.dead', { count: dead })}</Tag>;
  return <Tag kind={KINDS[state]}>{t(`adminSystem.${state}`)}</Tag>;
}

/** Returns a one-line summary of a running service. */
function useServiceSummary(): (service: ServiceStatus) => string {
  const { t } = useText();
  return ({ name, state, facts }) => {
    const number = (of: string) => Number(facts[of] ?? 0);
    const version = String(facts['version'] ?? '');
    if (state === 'off') return t(OFF_TEXTS[name as keyof typeof OFF_TEXTS]);
    const lines: Record<ServiceStatus['name'], () => string> = {
      database: () =>
        t('adminSystem.databaseFacts', {
          version,
          size: formatSize(number('bytes')),
          connections: number('connections'),
          max: number('most_connections'),
        }),
      redis: () => t('adminSystem.redisFacts', { version, size: formatSize(number('memory')) }),
      search: () =>
        number('late') === 0
          ? t('adminSystem.searchReady')
          : t('adminSystem.searchLate', { count: number('late') }),
      storage: () => {
        const store = t(
          facts['store'] === 's3' ? 'adminSystem.storageS3' : 'adminSystem.storageLocal',
        );
        if (number('disk_total') === 0) return store;
        const free = formatSize(number('disk_free'));
        return t('adminSystem.storageDisk', {
          store,
          free,
          total: formatSize(number('disk_total')),
        });
      },
      mail: () => String(facts['host'] ?? ''),
      auditStream: () =>
        t('adminSystem.auditStreamFacts', {
          target: String(facts['target'] ?? ''),
          entries: number('waiting'),
        }),
      queue: () =>
        t('adminSystem.queueFacts', { waiting: number('waiting'), active: number('active') }),
    };
    return lines[name]();
  };
}
