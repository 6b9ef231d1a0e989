import { MAX_COUNTED_ROWS } from '@octavo/contract/limits';
import { Check, ChevronDown, X } from 'lucide-react';
import { useState } from 'react';
import { NavigationType, useNavigationType } from 'react-router';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Menu, MenuEntry } from '../../../shared/ui/menu.tsx';
import { SearchInput } from '../../../shared/ui/search-input.tsx';
import {
  LAST_SEEN,
  ROLES,
  SECOND_FACTOR,
  SOURCES,
  STATES,
  type UserQuery,
} from './use-user-query.ts';
import styles from './users.module.css';

/** Text keys of roles by `groupid`. */
const ROLE_TEXTS = {
  1: 'adminUser.administrator',
  2: 'adminUser.ordinary',
  3: 'adminUser.auditor',
} as const;

const FACTOR_TEXTS = { on: 'adminUserList.factorOn', off: 'adminUserList.factorOff' } as const;

const SEEN_TEXTS = {
  '7d': 'adminUserList.seen7d',
  '30d': 'adminUserList.seen30d',
  '90d': 'adminUserList.seen90d',
  older: 'adminUserList.seenOlder',
  never: 'adminUserList.seenNever',
} as const;

interface UserFiltersProps {
  query: UserQuery;
  /** The number of matches; at most 1000 are counted. */
  total: number | undefined;
}

/** The search field and the filters of the list of users. */
export function UserFilters({ query, total }: UserFiltersProps) {
  const { t } = useText();
  const all = t('adminUserList.all');
  return (
    <search className={styles.filters}>
      <WordFilter query={query} />
      <FilterButton
        label={t('adminUserList.source')}
        none={all}
        value={query.source}
        options={SOURCES.map((value) => ({ value, name: t(`adminUserList.${value}`) }))}
        onValue={(source) => query.change({ source })}
      />
      <FilterButton
        label={t('adminUser.role')}
        none={all}
        value={query.role}
        options={ROLES.map((value) => ({ value, name: t(ROLE_TEXTS[value]) }))}
        onValue={(role) => query.change({ role })}
      />
      <FilterButton
        label={t('adminUserList.state')}
        none={all}
        value={query.state}
        options={STATES.map((value) => ({ value, name: t(`adminUserList.${value}`) }))}
        onValue={(state) => query.change({ state })}
      />
      <FilterButton
        label={t('adminUserList.secondFactor')}
        none={all}
        value={query.factor}
        options={SECOND_FACTOR.map((value) => ({ value, name: t(FACTOR_TEXTS[value]) }))}
        onValue={(factor) => query.change({ factor })}
      />
      <FilterButton
        label={t('adminUserList.lastSeen')}
        none={t('adminUserList.anyTime')}
        value={query.seen}
        options={LAST_SEEN.map((value) => ({ value, name: t(SEEN_TEXTS[value]) }))}
        onValue={(seen) => query.change({ seen })}
      />
      {query.isFiltered && total !== undefined && (
        <output className={styles.shown}>
          {total < MAX_COUNTED_ROWS
            ? t('adminUserList.shown', { count: total })
            : t('adminUserList.shownMany')}
        </output>
      )}
    </search>
  );
}

function WordFilter({ query }: { query: UserQuery }) {
  const { t } = useText();
  const [typed, setTyped] = useState(query.word);
  const [shown, setShown] = useState(query.word);
  // Back and buttons change the field. Typing replaces the URL, which arrives here later than the next typed letter.
  const isTyped = useNavigationType() === NavigationType.Replace;
  if (shown !== query.word) {
    setShown(query.word);
    if (!isTyped) setTyped(query.word);
  }
  return (
    <div className={styles.word}>
      <SearchInput
        label={t('adminUser.search')}
        value={typed}
        onText={(text) => {
          setTyped(text);
          query.change({ word: text.trim() }, { replace: true });
        }}
      />
    </div>
  );
}

interface FilterButtonProps<Value extends string> {
  label: string;
  /** The name of the missing value. */
  none: string;
  value: Value | undefined;
  options: readonly { readonly value: Value; readonly name: string }[];
  onValue: (value: Value | undefined) => void;
}

/** A button with the name and the value of a filter, which opens the choices; a set filter has a button that clears it. */
function FilterButton<Value extends string>(props: FilterButtonProps<Value>) {
  const { t } = useText();
  const { label, none, value, options, onValue } = props;
  const selected = options.find((option) => option.value === value);
  return (
    <span className={selected ? `${styles.filter} ${styles.set}` : styles.filter}>
      <Menu
        width={220}
        opener={
          <button type="button" className={styles.choose}>
            {label} <b>{selected?.name ?? none}</b>
            {!selected && <ChevronDown />}
          </button>
        }
      >
        {[{ value: undefined, name: none }, ...options].map((option) => (
          <MenuEntry
            key={option.name}
            label={option.name}
            icon={option.value === value ? <Check /> : <span className={styles.noIcon} />}
            onRun={() => onValue(option.value)}
          />
        ))}
      </Menu>
      {selected && (
        <button
          type="button"
          className={styles.clear}
          aria-label={t('adminUserList.clearFilter', { filter: label })}
          data-tip={t('adminUserList.clearFilter', { filter: label })}
          onClick={(event) => {
            event.currentTarget.parentElement?.querySelector('button')?.focus();
            onValue(undefined);
          }}
        >
          <X />
        </button>
      )}
    </span>
  );
}
