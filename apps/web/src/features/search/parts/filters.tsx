import type { calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';
import { REGULAR_ITEM, SINGLE_PAGE_ITEM, TABLE_ITEM } from '@octavo/contract/item-type';
import { ChevronDown, SlidersHorizontal } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useMedia } from '../../../shared/hooks/media.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { PersonSelect } from '../../../shared/people/people-select.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import styles from '../search.module.css';
import type { SearchQuery } from '../use-search-query.ts';

type Items = CallResponse<typeof calls.search.all>['items'];

interface Choice<Value> {
  readonly value: Value;
  readonly label: string;
  readonly count?: number;
}

interface ChoicesProps<Value> {
  title: string;
  value: Value;
  choices: readonly Choice<Value>[];
  onValue: (value: Value) => void;
}

function Choices<Value extends string | number>({
  title,
  value,
  choices,
  onValue,
}: ChoicesProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.choices}>
      <legend>{title}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className={styles.choice}>
          <input
            type="radio"
            name={name}
            checked={choice.value === value}
            onChange={() => onValue(choice.value)}
          />
          <span className={styles.label}>{choice.label}</span>
          {choice.count !== undefined && <span className={styles.count}>{choice.count}</span>}
        </label>
      ))}
    </fieldset>
  );
}

export function Filters({ query, items }: { query: SearchQuery; items: Items }) {
  const { t } = useText();
  const { itemId, itemType, days, scope, author, change } = query;
  const isFiltered = scope === 'all' || itemId > 0 || itemType > 0 || days > 0 || author !== '';
  return (
    <FilterFrame isFiltered={isFiltered}>
      <Choices
        title={t('search.scope')}
        value={scope}
        // The selected item may not exist in the other scope.
        onValue={(chosen) => change({ scope: chosen === 'all' ? chosen : '', item_id: 0 })}
        choices={[
          { value: 'mine', label: t('search.ownItems') },
          { value: 'all', label: t('search.openItems') },
        ]}
      />
      {(items.length > 0 || itemId > 0) && (
        <Choices
          title={t('search.item')}
          value={itemId}
          onValue={(item_id) => change({ item_id })}
          choices={[
            { value: 0, label: t('search.anyItem') },
            ...items.map(({ item_id, item_name, pages }) => ({
              value: item_id,
              label: item_name,
              count: pages,
            })),
          ]}
        />
      )}
      <Choices
        title={t('search.type')}
        value={itemType}
        onValue={(item_type) => change({ item_type })}
        choices={[
          { value: 0, label: t('search.anyType') },
          { value: REGULAR_ITEM, label: t('item.regular') },
          { value: SINGLE_PAGE_ITEM, label: t('item.singlePage') },
          { value: TABLE_ITEM, label: t('item.table') },
        ]}
      />
      <Choices
        title={t('search.updated')}
        value={days}
        onValue={(chosen) => change({ days: chosen })}
        choices={[
          { value: 0, label: t('search.anyTime') },
          { value: 7, label: t('search.week') },
          { value: 30, label: t('search.month') },
          { value: 365, label: t('search.year') },
        ]}
      />
      <Field label={t('search.writtenBy')}>
        <PersonSelect
          value={author || undefined}
          onValue={(username) => change({ author: username })}
        />
      </Field>
      {isFiltered && (
        <Button
          size="small"
          onClick={() => change({ scope: '', item_id: 0, item_type: 0, days: 0, author: '' })}
        >
          {t('search.clearFilters')}
        </Button>
      )}
    </FilterFrame>
  );
}

/** A sidebar; on narrow screens a disclosure above the results, open while a filter is set. */
function FilterFrame({ isFiltered, children }: { isFiltered: boolean; children: ReactNode }) {
  const { t } = useText();
  const isNarrow = useMedia('(max-width: 999px)');
  return (
    <aside className={styles.filters} aria-label={t('search.filters')}>
      {isNarrow ? (
        <details className={styles.block} open={isFiltered || undefined}>
          <summary>
            <SlidersHorizontal />
            {t('search.filters')}
            <ChevronDown className={styles.caret} />
          </summary>
          <div className={styles.fields}>{children}</div>
        </details>
      ) : (
        <div className={styles.fields}>{children}</div>
      )}
    </aside>
  );
}
