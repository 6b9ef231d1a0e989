import { calls } from '@octavo/contract';
import type { UserImportAction } from '@octavo/contract/admin-user-import.entities';
import { FileSpreadsheet } from 'lucide-react';
import { useFormCommand } from '../../../../shared/api/use-form-command.ts';
import { useText } from '../../../../shared/i18n/texts.tsx';
import { Button } from '../../../../shared/ui/button.tsx';
import dialog from '../../../../shared/ui/dialog.module.css';
import { Field } from '../../../../shared/ui/field.tsx';
import { Note } from '../../../../shared/ui/note.tsx';
import { Pager } from '../../../../shared/ui/pager.tsx';
import { Segmented } from '../../../../shared/ui/segmented.tsx';
import { SelectInput } from '../../../../shared/ui/select-input.tsx';
import { Tile } from '../../../../shared/ui/tile.tsx';
import { PLAN_PAGE_SIZE, type UserImport } from './user-import.ts';
import { LineTable } from './line-table.tsx';
import styles from './import.module.css';

const FIELDS = ['username', 'name', 'email', 'role'] as const;
const ACTIONS = ['new', 'update', 'same', 'out'] as const;
const DELIMITERS = { ',': 'comma', ';': 'semicolon', '\t': 'tab' } as const;

export interface LineFilter {
  readonly action: UserImportAction | 'all';
  readonly page: number;
}

interface ImportPlanProps {
  task: UserImport;
  filter: LineFilter;
  onFilter: (filter: LineFilter) => void;
  onOther: () => void;
  onClose: () => void;
}

/** Shows what an import would do with each line; the columns can be changed. */
export function ImportPlan({ task, filter, onFilter, onOther, onClose }: ImportPlanProps) {
  const { t } = useText();
  const { task_id, applied, columns, counts, headers } = task;
  const isStarted = applied > 0;
  const refresh = [calls.adminUserImport.status];
  const replan = useFormCommand(calls.adminUserImport.setColumns, { refresh });
  const apply = useFormCommand(calls.adminUserImport.apply, { refresh });
  const all = counts.new + counts.update + counts.same + counts.out;
  const writes = counts.new + counts.update;
  const error = replan.otherError() ?? apply.otherError() ?? task.error;
  const options = [
    { value: -1, name: t('adminUserImport.noColumn') },
    ...headers.map((header, value) => ({
      value,
      name: header || t('adminUserImport.unnamed', { number: value + 1 }),
    })),
  ];
  return (
    <>
      {!isStarted && <p className={dialog.help}>{t('adminUserImport.checkHelp')}</p>}
      <div className={dialog.fields}>
        {isStarted && (
          <Note kind="warning">
            {error} {t('adminUserImport.partly', { done: applied, total: writes })}
          </Note>
        )}
        <div className={styles.file}>
          <Tile>
            <FileSpreadsheet />
          </Tile>
          <div>
            <b>{task.file_name}</b>
            <small>
              {t('adminUserImport.fileFacts', {
                lines: all,
                columns: headers.length,
                encoding: task.encoding,
                delimiter: t(
                  `adminUserImport.${DELIMITERS[task.delimiter as keyof typeof DELIMITERS] ?? 'comma'}`,
                ),
              })}
            </small>
          </div>
          <Button size="small" onClick={onOther}>
            {t('adminUserImport.otherFile')}
          </Button>
        </div>
        {!isStarted && (
          <div className={styles.columns}>
            {FIELDS.map((field) => (
              <Field key={field} label={t(`adminUserImport.${field}`)}>
                <SelectInput
                  options={options}
                  value={columns[field] ?? -1}
                  loading={replan.working}
                  onValue={(value) => {
                    onFilter({ action: 'all', page: 1 });
                    replan.send({
                      task_id,
                      columns: { ...columns, [field]: value === -1 ? undefined : value },
                    });
                  }}
                />
              </Field>
            ))}
          </div>
        )}
        {columns.username === undefined ? (
          <Note kind="warning">{t('adminUserImport.chooseUsername')}</Note>
        ) : (
          <>
            <div className={styles.filter}>
              <Segmented
                label={t('adminUserImport.filter')}
                value={filter.action}
                onValue={(action) => onFilter({ action, page: 1 })}
                options={[
                  { value: 'all' as const, label: t('adminUserImport.all', { count: all }) },
                  ...ACTIONS.filter((action) => counts[action] > 0).map((action) => ({
                    value: action,
                    label: t(`adminUserImport.${action}`, { count: counts[action] }),
                  })),
                ]}
              />
            </div>
            <LineTable lines={task.list} />
            {task.lines > 0 && (
              <Pager
                total={task.lines}
                size={PLAN_PAGE_SIZE}
                page={filter.page}
                onPage={(page) => onFilter({ ...filter, page })}
              />
            )}
          </>
        )}
        {error && !isStarted && <Note kind="error">{error}</Note>}
      </div>
      <div className={dialog.footer}>
        <span className={styles.summary} aria-live="polite">
          {all > 0 && writes === 0
            ? t('adminUserImport.nothing')
            : t('adminUserImport.summary', counts)}
        </span>
        <Button onClick={onClose}>{t('shell.cancel')}</Button>
        {writes > applied && (
          <Button
            variant="primary"
            loading={apply.working}
            disabled={replan.working}
            onClick={() => apply.send({ task_id })}
          >
            {isStarted
              ? t('adminUserImport.continue', { count: writes - applied })
              : t('adminUserImport.import', { count: writes })}
          </Button>
        )}
      </div>
    </>
  );
}
