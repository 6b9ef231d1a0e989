import { calls } from '@octavo/contract';
import type { AuditEntry } from '@octavo/contract/audit.contract';
import { AUDIT_PAGE_SIZE, MAX_COUNTED_ROWS } from '@octavo/contract/limits';
import { keepPreviousData } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, Download, FileJson2, FileText } from 'lucide-react';
import { useDeferredValue, useState, type ComponentType, type ReactNode } from 'react';
import { useCall } from '../api/use-call.ts';
import { useText } from '../i18n/texts.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { Menu, MenuEntry } from '../ui/menu.tsx';
import { NoMatch } from '../ui/no-match.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { SelectInput } from '../ui/select-input.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { EmptyState } from '../ui/state-block.tsx';
import { AuditDetails } from './audit-details.tsx';
import { AuditFilters, NO_FILTER, toQuery } from './audit-filters.tsx';
import type { AuditWords } from './audit-words.ts';
import styles from './audit-log.module.css';
import { AuditTable } from './audit-table.tsx';

type Days = '7' | '30' | '365';

/** Filters by the noun of the call; the first selects all. */
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
  ['adminSecurity', 'ofAdminSecurity'],
  ['adminDirectory', 'ofAdminDirectory'],
  ['secondFactor', 'ofSecondFactor'],
  ['accessToken', 'ofAccessToken'],
] as const;
/** How many of the filters apply to a single item. */
const ITEM_NOUN_COUNT = 6;

/** Downloads an export with the current filter. */
function download(path: string, filter: Readonly<Record<string, string | number>>): void {
  const query = Object.entries(filter).map(([name, value]) => [name, String(value)]);
  location.assign(`${path}?${new URLSearchParams(query)}`);
}

interface AuditLogProps {
  itemId?: number;
  /** The head of the screen, which renders the filter controls as its children. */
  Head: ComponentType<{ children: ReactNode }>;
  /** Descriptions whose texts only the admin console loads. */
  words?: AuditWords;
}

/** The audit log of one item for its owner; without an item, the whole log for an administrator. */
export function AuditLog({ itemId, Head, words }: AuditLogProps) {
  const { t } = useText();
  const [typed, setTyped] = useState('');
  const keyword = useDeferredValue(typed.trim());
  const [days, setDays] = useState<Days>('30');
  /** The cursors of the pages up to the current one, for going back. */
  const [pageCursors, setPageCursors] = useState<readonly number[]>([]);
  const [noun, setNoun] = useState(0);
  const [narrowed, setNarrowed] = useState(NO_FILTER);
  const narrowedBy = useDeferredValue(narrowed);
  const [shown, setShown] = useState<AuditEntry>();
  const before = pageCursors.at(-1);
  const filter = {
    days: Number(days),
    keyword,
    action: NOUNS[noun]?.[0] ?? '',
    ...toQuery(narrowedBy),
    ...(itemId !== undefined && { item_id: itemId }),
  };
  const { data, error, refetch } = useCall(
    calls.audit.getList,
    { ...filter, ...(before !== undefined && { before }) },
    { placeholderData: keepPreviousData },
  );
  const next = data?.next ?? 0;
  // Only the first page has the total; its response is still cached when the user is on a later page.
  const { data: newest } = useCall(calls.audit.getList, filter, {
    placeholderData: keepPreviousData,
  });
  const total = newest?.total ?? 0;
  const from = pageCursors.length * AUDIT_PAGE_SIZE + 1;
  return (
    <>
      <Head>
        <search className={styles.search}>
          <SearchInput
            label={t('audit.search')}
            value={typed}
            onText={(text) => {
              setTyped(text);
              setPageCursors([]);
            }}
          />
        </search>
        <div className={styles.nouns}>
          <SelectInput
            label={t('audit.which')}
            value={noun}
            onValue={(chosen) => {
              setNoun(chosen);
              setPageCursors([]);
            }}
            options={NOUNS.slice(0, itemId === undefined ? NOUNS.length : ITEM_NOUN_COUNT).map(
              ([, name], value) => ({ value, name: t(`audit.${name}`) }),
            )}
          />
        </div>
        <Segmented
          label={t('audit.since')}
          value={days}
          onValue={(chosen) => {
            setDays(chosen);
            setPageCursors([]);
          }}
          options={[
            { value: '7', label: t('audit.week') },
            { value: '30', label: t('audit.month') },
            { value: '365', label: t('audit.year') },
          ]}
        />
        <Menu width={260} opener={<Button icon={<Download />}>{t('audit.export')}</Button>}>
          <MenuEntry
            label={t('audit.csv')}
            help={t('audit.csvHelp')}
            icon={<FileText />}
            onRun={() => download(calls.audit.export.path, filter)}
          />
          <MenuEntry
            label={t('audit.lines')}
            help={t('audit.linesHelp')}
            icon={<FileJson2 />}
            onRun={() => download(calls.audit.exportLines.path, filter)}
          />
        </Menu>
      </Head>
      <AuditFilters
        value={narrowed}
        onValue={(changed) => {
          setNarrowed(changed);
          setPageCursors([]);
        }}
      />
      {data ? (
        <Card flat={itemId === undefined}>
          {data.list.length > 0 ? (
            <AuditTable
              entries={data.list}
              withItem={itemId === undefined}
              words={words}
              onShow={setShown}
            />
          ) : keyword ? (
            <NoMatch keywords={[keyword]} onClear={() => setTyped('')}>
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
              total:
                total > MAX_COUNTED_ROWS ? t('audit.more', { count: MAX_COUNTED_ROWS }) : total,
            })}
          </output>
          <Button
            size="small"
            icon={<ChevronLeft />}
            disabled={pageCursors.length === 0}
            onClick={() => setPageCursors(pageCursors.slice(0, -1))}
          >
            {t('audit.newer')}
          </Button>
          <Button
            size="small"
            disabled={next === 0}
            onClick={() => setPageCursors([...pageCursors, next])}
          >
            {t('audit.older')}
            <ChevronRight />
          </Button>
        </div>
      )}
      {shown && <AuditDetails entry={shown} words={words} onClosed={() => setShown(undefined)} />}
    </>
  );
}
