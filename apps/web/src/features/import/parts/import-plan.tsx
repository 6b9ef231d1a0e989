import { calls } from '@octavo/contract';
import { paths } from '@octavo/contract/paths';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Button, ButtonLink } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { Pager } from '../../../shared/ui/pager.tsx';
import { Segmented } from '../../../shared/ui/segmented.tsx';
import type { Choice, ImportTask, PlanAction, PlanEntry } from '../import-task.ts';
import styles from '../import.module.css';
import { ChangeDialog } from './change-dialog.tsx';
import { ChoiceSelect } from './choice-select.tsx';
import { PlanTable } from './plan-table.tsx';

export const PLAN_PAGE_SIZE = 20;

export interface PlanFilter {
  readonly action: PlanAction | 'all';
  readonly page: number;
}

interface ImportPlanProps {
  task: ImportTask;
  filter: PlanFilter;
  onFilter: (filter: PlanFilter) => void;
}

const ACTIONS = ['add', 'change', 'conflict', 'keep', 'left'] as const;

/** Shows the planned changes of an import before they are applied. */
export function ImportPlan({ task, filter, onFilter }: ImportPlanProps) {
  const { t } = useText();
  const { task_id, item_id, counts, notes } = task;
  const apply = useFormCommand(calls.import.apply, {
    refresh: [calls.import.status, calls.import.compare, calls.item.myList, calls.item.info],
  });
  const error = apply.otherError();
  const [choices, setChoices] = useState<Readonly<Record<number, Choice>>>({});
  const [others, setOthers] = useState<Choice>();
  const [compared, setCompared] = useState<PlanEntry>();
  const choiceOf = (at: number) => choices[at] ?? others;
  const choose = (at: number, choice: Choice) => setChoices((now) => ({ ...now, [at]: choice }));
  const openConflicts = others ? 0 : counts.conflict - Object.keys(choices).length;
  const all = counts.add + counts.change + counts.conflict + counts.keep + counts.left;
  const options = [
    { value: 'all' as const, label: `${t('importing.all')} ${all}` },
    ...ACTIONS.filter((action) => counts[action] > 0).map((action) => ({
      value: action,
      label: `${t(`importing.${action}`)} ${counts[action]}`,
    })),
  ];
  return (
    <div className={styles.plan}>
      {task.is_again && <Note kind="warning">{t('importing.again')}</Note>}
      <dl className={styles.numbers}>
        <CountTile value={counts.add} label={t('importing.toAdd', { count: counts.add })} />
        <CountTile
          value={counts.change}
          label={t('importing.toChange', { count: counts.change })}
        />
        <CountTile
          value={counts.keep + counts.left}
          label={t('importing.toKeep', { count: counts.keep + counts.left })}
        />
        <CountTile
          value={counts.conflict}
          label={t('importing.toDecide', { count: counts.conflict })}
          isOpen={openConflicts > 0}
        />
      </dl>
      <div className={styles.columns}>
        <div className={styles.list}>
          <div className={styles.filters}>
            <Segmented
              label={t('importing.show')}
              options={options}
              value={filter.action}
              onValue={(action) => onFilter({ action, page: 1 })}
            />
            {counts.conflict > 1 && (
              <ChoiceSelect label={t('importing.forAll')} value={others} onChoice={setOthers} />
            )}
          </div>
          <Card>
            <PlanTable
              entries={task.list}
              choiceOf={choiceOf}
              onChoice={choose}
              onCompare={setCompared}
            />
          </Card>
          <Pager
            total={task.entries}
            size={PLAN_PAGE_SIZE}
            page={filter.page}
            onPage={(page) => onFilter({ ...filter, page })}
          />
        </div>
        <section className={styles.notes} aria-label={t('importing.notes')}>
          <h2>{t('importing.notes')}</h2>
          {notes.length === 0 ? (
            <p>{t('importing.noNotes')}</p>
          ) : (
            <ul>
              {notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          )}
        </section>
      </div>
      {error && <Note kind="error">{error}</Note>}
      <div className={styles.foot}>
        <span className={styles.calm}>
          <ShieldCheck />
          {t('importing.nothingYet')}
        </span>
        {openConflicts > 0 && (
          <span className={styles.open}>{t('importing.open', { count: openConflicts })}</span>
        )}
        <ButtonLink to={paths.addItem.href({ tab: 'import', item_id: item_id || undefined })}>
          {t('importing.cancel')}
        </ButtonLink>
        <Button
          variant="primary"
          disabled={openConflicts > 0}
          loading={apply.working}
          onClick={() => apply.send({ task_id, choices, ...(others && { other_choices: others }) })}
        >
          {t('importing.apply')}
        </Button>
      </div>
      {compared && (
        <ChangeDialog
          taskId={task_id}
          entry={compared}
          choice={choiceOf(compared.at)}
          onChoice={(choice) => choose(compared.at, choice)}
          onClosed={() => setCompared(undefined)}
        />
      )}
    </div>
  );
}

function CountTile(props: { value: number; label: string; isOpen?: boolean }) {
  return (
    <div className={props.isOpen ? styles.undecided : undefined}>
      <dt>{props.label}</dt>
      <dd>{props.value}</dd>
    </div>
  );
}
