import { calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';
import { SHEET_PAGE } from '@octavo/contract/page-type';
import { useState } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { ChangeControls } from '../../../shared/compare/change-controls.tsx';
import { PageComparison } from '../../../shared/compare/page-comparison.tsx';
import { useChangeNavigation } from '../../../shared/compare/use-change-navigation.ts';
import { useMedia } from '../../../shared/hooks/media.ts';
import { formatTime } from '../../../shared/i18n/format-time.ts';
import { useLanguage, useText } from '../../../shared/i18n/texts.tsx';
import { QueryState } from '../../../shared/ui/query-state.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import dialogStyles from '../../../shared/ui/dialog.module.css';
import { Note } from '../../../shared/ui/note.tsx';
import { Segmented } from '../../../shared/ui/segmented.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import type { Choice, PlanEntry } from '../import-task.ts';
import styles from './change-dialog.module.css';
import { ChoiceSelect } from './choice-select.tsx';

type Page = CallResponse<typeof calls.import.compare>;
type ComparedText = NonNullable<Page['now']>;

const WIDTH = 1080;

interface ChangeDialogProps {
  taskId: number;
  entry: PlanEntry;
  choice: Choice | undefined;
  onChoice: (choice: Choice) => void;
  onClosed: () => void;
}

/** Compares a page of the plan before and after the import; a conflict can be resolved here too. */
export function ChangeDialog({ taskId, entry, choice, onChoice, onClosed }: ChangeDialogProps) {
  const { t } = useText();
  const { at, page_title: page, action } = entry;
  const [isClosed, setClosed] = useState(false);
  const query = useCall(calls.import.compare, { task_id: taskId, at });
  const close = () => setClosed(true);
  return (
    <Dialog
      open={!isClosed}
      title={t(action === 'add' ? 'importing.addTitle' : 'importing.changeTitle', { page })}
      width={WIDTH}
      initialFocus="button[data-first]"
      onCancel={close}
      onClosed={onClosed}
    >
      <QueryState query={query}>
        {({ now, ...forms }) =>
          now ? <PageDiff forms={{ ...forms, now }} /> : <NewPage {...forms} />
        }
      </QueryState>
      <div className={dialogStyles.footer}>
        {action === 'conflict' && (
          <div className={styles.choice}>
            <ChoiceSelect
              label={t('importing.chooseFor', { page })}
              value={choice}
              onChoice={onChoice}
            />
          </div>
        )}
        <Button data-first onClick={close}>
          {t('shell.close')}
        </Button>
      </div>
    </Dialog>
  );
}

/** The content of a new page: the source of a text, the cells of a table. */
function NewPage({ page_type, file }: Pick<Page, 'page_type' | 'file'>) {
  const { t } = useText();
  if (page_type !== SHEET_PAGE)
    return (
      <div className={styles.forms}>
        {/* Focusable, so that it can be scrolled by keyboard. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <section className={styles.text} aria-label={t('importing.afterImport')} tabIndex={0}>
          {file.page_content}
        </section>
      </div>
    );
  const words = { current: t('importing.afterImport'), former: t('importing.nowNothing') };
  return (
    <div className={styles.forms}>
      <div className={styles.texts}>
        <PageComparison
          isSheet
          current={file.page_content}
          former=""
          isNarrow={false}
          onlyChanges={false}
          isFormerFirst
          labels={words}
          fallback={<Skeleton inset shape="rows" />}
        />
      </div>
    </div>
  );
}

interface PageDiffProps {
  forms: Omit<Page, 'now'> & { now: ComparedText };
}

/** The old text at the left and the new one at the right, in chronological order. */
function PageDiff({ forms: { action, page_type, now, file, imported } }: PageDiffProps) {
  const { t } = useText();
  const { language } = useLanguage();
  const isNarrow = useMedia('(max-width: 999px)');
  const changes = useChangeNavigation();
  const [view, setView] = useState<'file' | 'people'>('file');
  const authorAndTime = ({ author_username: author, addtime }: ComparedText) => ({
    author,
    time: formatTime(addtime, language),
  });
  const showsUserChanges = view === 'people' && imported !== null;
  const [newer, older] = showsUserChanges ? [now, imported] : [file, now];
  const words = showsUserChanges
    ? {
        current: t('importing.nowBy', authorAndTime(now)),
        former: t('importing.lastBy', authorAndTime(imported)),
      }
    : { current: t('importing.afterImport'), former: t('importing.nowBy', authorAndTime(now)) };
  return (
    <div className={styles.forms}>
      <div className={styles.bar}>
        {action === 'conflict' && imported && (
          <Segmented
            label={t('importing.whichChange')}
            options={[
              { value: 'file', label: t('importing.byFile') },
              { value: 'people', label: t('importing.byPeople') },
            ]}
            value={view}
            onValue={setView}
          />
        )}
        <ChangeControls changes={changes} />
      </div>
      {action === 'conflict' && !imported && <Note kind="info">{t('importing.lastUnknown')}</Note>}
      {newer.page_title !== older.page_title && (
        <Note kind="info">
          {t('importing.renamed', { from: older.page_title, to: newer.page_title })}
        </Note>
      )}
      {changes.compared?.count === 0 && <Note kind="info">{t('diff.same')}</Note>}
      <div className={styles.heads} aria-hidden="true">
        <span>{words.former}</span>
        <span>{words.current}</span>
      </div>
      <div className={styles.texts}>
        <PageComparison
          isSheet={page_type === SHEET_PAGE}
          current={newer.page_content}
          former={older.page_content}
          isNarrow={isNarrow}
          onlyChanges={changes.onlyChanges}
          isFormerFirst
          onCompared={changes.setCompared}
          labels={words}
          fallback={<Skeleton inset shape="rows" />}
        />
      </div>
    </div>
  );
}
