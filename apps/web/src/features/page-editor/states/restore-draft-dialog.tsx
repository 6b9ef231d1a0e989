import { useState } from 'react';
import { PageComparison } from '../../../shared/compare/page-comparison.tsx';
import { useMedia } from '../../../shared/hooks/media.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Time } from '../../../shared/i18n/time.tsx';
import type { PageFields, Draft } from '../../../shared/autosave/draft.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import dialogStyles from '../../../shared/ui/dialog.module.css';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import styles from './restore-draft-dialog.module.css';

const WIDTH = 900;

interface RestoreDraftDialogProps {
  draft: Draft;
  /** The current fields of the page on the server. */
  saved: PageFields;
  isSheet: boolean;
  onRestore: () => void;
  onDiscard: () => void;
}

/** Asks whether to continue an unsaved draft of this or another device. */
export function RestoreDraftDialog(props: RestoreDraftDialogProps) {
  const { draft, saved, isSheet, onRestore, onDiscard } = props;
  const { t, rich } = useText();
  const isNarrow = useMedia('(max-width: 999px)');
  const [answer, setAnswer] = useState<() => void>();
  return (
    <Dialog
      open={!answer}
      closable={false}
      width={WIDTH}
      title={t('editor.draftTitle')}
      initialFocus="button[data-first]"
      onCancel={() => {}}
      onClosed={() => answer?.()}
    >
      <p className={dialogStyles.help}>
        {rich('editor.draftText', {
          time: <Time value={new Date(draft.time).toISOString()} />,
        })}
      </p>
      <div className={styles.heads} aria-hidden="true">
        <span>{t('editor.draftYours')}</span>
        {!isNarrow && <span>{t('editor.draftSaved')}</span>}
      </div>
      <div className={styles.texts}>
        <PageComparison
          isSheet={isSheet}
          current={draft.fields.content}
          former={saved.content}
          isNarrow={isNarrow}
          onlyChanges
          labels={{ current: t('editor.draftYours'), former: t('editor.draftSaved') }}
          fallback={<Skeleton inset shape="rows" />}
        />
      </div>
      <div className={dialogStyles.footer}>
        <Button onClick={() => setAnswer(() => onDiscard)}>{t('editor.draftDiscard')}</Button>
        <Button data-first variant="primary" onClick={() => setAnswer(() => onRestore)}>
          {t('editor.draftRestore')}
        </Button>
      </div>
    </Dialog>
  );
}
