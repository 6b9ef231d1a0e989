import { Equal, GitBranch, Minus, Pencil, Plus } from 'lucide-react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { DataTable, type TableColumn } from '../../../shared/ui/data-table.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import type { Choice, PlanAction, PlanEntry } from '../import-task.ts';
import styles from '../import.module.css';
import { ChoiceSelect } from './choice-select.tsx';

const ACTION_DISPLAY = {
  add: { kind: 'ok', icon: <Plus />, why: 'importing.whyAdd' },
  change: { kind: 'accent', icon: <Pencil />, why: 'importing.whyChange' },
  keep: { kind: 'plain', icon: <Equal />, why: 'importing.whyKeep' },
  left: { kind: 'plain', icon: <Minus />, why: 'importing.whyLeft' },
  conflict: { kind: 'warning', icon: <GitBranch /> },
} as const satisfies Record<PlanAction, unknown>;

interface PlanTableProps {
  entries: readonly PlanEntry[];
  choiceOf: (at: number) => Choice | undefined;
  onChoice: (at: number, choice: Choice) => void;
  onCompare: (entry: PlanEntry) => void;
}

export function PlanTable({ entries, choiceOf, onChoice, onCompare }: PlanTableProps) {
  const { t } = useText();
  const why = ({ action, author_username: name }: PlanEntry) =>
    action === 'conflict' ? t('importing.whyConflict', { name }) : t(ACTION_DISPLAY[action].why);
  const columns: TableColumn<PlanEntry>[] = [
    {
      label: t('importing.action'),
      width: 130,
      render: ({ action }) => (
        <Tag kind={ACTION_DISPLAY[action].kind} icon={ACTION_DISPLAY[action].icon}>
          {t(`importing.${action}`)}
        </Tag>
      ),
    },
    {
      label: t('importing.page'),
      render: ({ page_title, cat_name }) => (
        <span className={styles.name}>
          <b>{page_title}</b>
          <small>{cat_name}</small>
        </span>
      ),
    },
    { label: t('importing.why'), render: (entry) => why(entry) },
  ];
  const decision: TableColumn<PlanEntry> = {
    label: t('importing.decision'),
    width: 150,
    kind: 'field',
    render: ({ action, at, page_title: page }) =>
      action === 'conflict' && (
        <ChoiceSelect
          label={t('importing.chooseFor', { page })}
          value={choiceOf(at)}
          onChoice={(choice) => onChoice(at, choice)}
        />
      ),
  };
  const change: TableColumn<PlanEntry> = {
    label: t('importing.viewChange'),
    width: 120,
    kind: 'actions',
    render: (entry) => {
      const words = entry.action === 'add' ? 'viewPage' : 'viewChange';
      return (
        entry.is_shown && (
          <Button
            variant="quiet"
            size="small"
            aria-label={t(`importing.${words}Of`, { page: entry.page_title })}
            onClick={() => onCompare(entry)}
          >
            {t(`importing.${words}`)}
          </Button>
        )
      );
    },
  };
  const hasConflicts = entries.some(({ action }) => action === 'conflict');
  return (
    <DataTable
      label={t('importing.planRows')}
      columns={[
        ...columns,
        ...(hasConflicts ? [decision] : []),
        ...(entries.some(({ is_shown }) => is_shown) ? [change] : []),
      ]}
      rows={entries}
      keyOf={({ at }) => at}
    />
  );
}
