import { useState } from 'react';
import type { PageFields } from '../../../shared/autosave/draft.ts';
import { ChangeControls } from '../../../shared/compare/change-controls.tsx';
import { PageComparison } from '../../../shared/compare/page-comparison.tsx';
import { useChangeNavigation } from '../../../shared/compare/use-change-navigation.ts';
import { useMedia } from '../../../shared/hooks/media.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import styles from './changes-dialog.module.css';

const WIDTH = 1040;

interface ChangesDialogProps {
  /** The fields of the last save. */
  saved: PageFields;
  fields: PageFields;
  isSheet: boolean;
  onClosed: () => void;
}

/** Compares the text of the editor with the last save. */
export function ChangesDialog({ saved, fields, isSheet, onClosed }: ChangesDialogProps) {
  const { t } = useText();
  const isNarrow = useMedia('(max-width: 999px)');
  const changes = useChangeNavigation();
  const [isOpen, setOpen] = useState(true);
  return (
    <Dialog
      open={isOpen}
      width={WIDTH}
      title={t('editor.changesTitle')}
      initialFocus="button"
      onCancel={() => setOpen(false)}
      onClosed={onClosed}
    >
      <div className={styles.controls}>
        <ChangeControls changes={changes} />
      </div>
      <div className={styles.texts}>
        <PageComparison
          isSheet={isSheet}
          current={fields.content}
          former={saved.content}
          isNarrow={isNarrow}
          isFormerFirst
          onlyChanges={changes.onlyChanges}
          onCompared={changes.setCompared}
          labels={{ current: t('editor.changesNow'), former: t('editor.draftSaved') }}
          fallback={<Skeleton inset shape="rows" />}
        />
      </div>
    </Dialog>
  );
}
