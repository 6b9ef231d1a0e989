import { calls } from '@octavo/contract';
import type { AuditEntry } from '@octavo/contract/audit.contract';
import { keepPreviousData } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, Download } from 'lucide-react';
import { useDeferredValue, useState, type ComponentType, type ReactNode } from 'react';
import { useCall } from '../api/use-call.ts';
import { useText } from '../i18n/texts.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { NoMatch } from '../ui/no-match.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { SelectInput } from '../ui/select-input.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { EmptyState } from '../ui/state-block.tsx';
import styles from './audit-log.module.css';
import { AuditTable } from './audit-table.tsx';

const PAGE_SIZE = 20;
/** As far as the server counts. */
const MOST_COUNTED = 1000;

type Days = '7' | '30' | '365';

/** Calls by their noun; the first stands for all of them. */
const NOUNS = [
  ['', 'allActions'],
  ['user', 'ofUser'],
  ['item', 'ofItem'],
  ['page', 'ofPage'],
  ['member', 'ofMember'],
  ['open', 'ofOpen'],
  ['team', 'ofTeam'],
  ['attachment', 'ofAttachment'],
  ['adminUser', 'ofAdminUser'],
  ['adminSetting', 'ofAdminSetting'],
] as const;
/** What is done to an item or in it. */
const OF_ITEM = 6;

/** The browser asks for the file by itself, with what is chosen on the screen. */
function download(filter: Readonly<Record<string, string | number>>): void {
  const query = Object.entries(filter).map(([name, value]) => [name, String(value)]);
  location.assign(`${calls.audit.export.path}?${new URLSearchParams(query)}`);
}

interface AuditLogProps {
  itemId?: number;
  /** The head of the screen, around the tools. */
  Head: ComponentType<{ children: ReactNode }>;
  describe?: (entry: AuditEntry) => string;
}

/** Of one item for its owner; without one, everything for an administrator. */
export function AuditLog({ itemId, Head, describe }: AuditLogProps) {
  const { t } = useText();
  const [typed, setTyped] = useState('');
  const keyword = useDeferredValue(typed.trim());
  const [days, setDays] = useState<Days>('30');
  /** Where each page that was left begins; the last one is shown. */
  const [way, setWay] = useState<readonly number[]>([]);
  const [noun, setNoun] = useState(0);
  const before = way.at(-1);
  const filter = {
    days: Number(days),
    keyword,
    action: NOUNS[noun]?.[0] ?? '',
    ...(itemId !== undefined && { item_id: itemId }),
  };
  const { data, error, refetch } = useCall(
    calls.audit.getList,
    { ...filter, ...(before !== undefined && { before }) },
    { placeholderData: keepPreviousData },
  );
  const next = data?.next ?? 0;
  // Counted with the newest ones only; the answer is still known when one has gone on from there.
  const { data: newest } = useCall(calls.audit.getList, filter, {
    placeholderData: keepPreviousData,
  });
  const total = newest?.total ?? 0;
  const from = way.length * PAGE_SIZE + 1;
  return (
    <>
      <Head>
        <search className={styles.search}>
          <SearchInput
            label={t('audit.search')}
            value={typed}
            onText={(text) => {
              setTyped(text);
              setWay([]);
            }}
          />
        </search>
        <div className={styles.nouns}>
          <SelectInput
            label={t('audit.which')}
            value={noun}
            onValue={(chosen) => {
              setNoun(chosen);
              setWay([]);
            }}
            options={NOUNS.slice(0, itemId === undefined ? NOUNS.length : OF_ITEM).map(
              ([, name], value) => ({ value, name: t(`audit.${name}`) }),
            )}
          />
        </div>
        <Segmented
          label={t('audit.since')}
          value={days}
          onValue={(chosen) => {
            setDays(chosen);
            setWay([]);
          }}
          options={[
            { value: '7', label: t('audit.week') },
            { value: '30', label: t('audit.month') },
            { value: '365', label: t('audit.year') },
          ]}
        />
        <Button icon={<Download />} onClick={() => download(filter)}>
          {t('audit.csv')}
        </Button>
      </Head>
      {data ? (
        <Card flat={itemId === undefined}>
          {data.list.length > 0 ? (
            <AuditTable entries={data.list} withItem={itemId === undefined} describe={describe} />
          ) : keyword ? (
            <NoMatch words={[keyword]} onClear={() => setTyped('')}>
              {t('audit.emptyText')}
            </NoMatch>
          ) : (
            <EmptyState title={t('audit.emptyTitle')}>{t('audit.emptyText')}</EmptyState>
          )}
        </Card>
      ) : error ? (
        <Card>
          <LoadError error={error} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <Skeleton shape="rows" />
      )}
      {total > 0 && (
        <div className={styles.way}>
          <output>
            {t('shell.range', {
              from,
              to: from + (data?.list.length ?? 0) - 1,
              total: total > MOST_COUNTED ? t('audit.more', { count: MOST_COUNTED }) : total,
            })}
          </output>
          <Button
            size="small"
            icon={<ChevronLeft />}
            disabled={way.length === 0}
            onClick={() => setWay(way.slice(0, -1))}
          >
            {t('audit.newer')}
          </Button>
          <Button size="small" disabled={next === 0} onClick={() => setWay([...way, next])}>
            {t('audit.older')}
            <ChevronRight />
          </Button>
        </div>
      )}
    </>
  );
}
