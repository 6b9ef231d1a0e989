import { GitMerge } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Time } from '../../../shared/i18n/time.tsx';
import type { Autosave } from '../../../shared/autosave/autosave.ts';
import {
  mergedText,
  mergeTexts,
  type ConflictResolution,
} from '../../../shared/autosave/merge-texts.ts';
import { authorName, type ConflictingVersion } from '../../../shared/autosave/save-state.ts';
import { Button } from '../../../shared/ui/button.tsx';
import type { EditorHandle } from '../source/create-editor-handle.ts';
import type { EditorModel } from '../editor-model.ts';
import { Banner, BannerActions } from '../states/banner.tsx';
import styles from './merge-screen.module.css';
import { Sections } from './sections.tsx';

interface MergeScreenProps {
  autosave: Autosave;
  model: EditorModel;
  handle: EditorHandle;
  theirs: ConflictingVersion;
}

/** Resolves a save conflict: shows both texts and the merged result. Nothing is overwritten. */
export function MergeScreen({ autosave, model, handle, theirs }: MergeScreenProps) {
  const { t, rich } = useText();
  const [mine] = useState(() => model.read().content);
  const [decisions, setDecisions] = useState<ReadonlyMap<number, ConflictResolution>>(new Map());
  const theirText = theirs.page_content.replaceAll(/\r\n?/g, '\n');
  const sections = useMemo(
    () => mergeTexts(autosave.base().fields.content, theirText, mine),
    [autosave, theirText, mine],
  );
  const conflicts = sections.filter(({ kind }) => kind === 'conflict').length;
  const unresolved = conflicts - decisions.size;
  const merged = mergedText(sections, decisions, (number) => t('editor.conflictOpen', { number }));

  function decide(at: number, decision: ConflictResolution | undefined) {
    const next = new Map(decisions);
    if (decision) next.set(at, decision);
    else next.delete(at);
    setDecisions(next);
  }

  /** Puts the merged text into the editor, where it is stored as a draft and can be undone. */
  function applyMerge() {
    handle.replaceAll(merged);
    const { fields } = autosave.base();
    autosave.rebase({ fields: { ...fields, content: theirText }, version: theirs.version });
  }

  return (
    <section className={styles.screen} aria-label={t('editor.mergeTitle')}>
      <Banner
        kind="warning"
        icon={<GitMerge />}
        title={rich('editor.mergeWho', {
          name: authorName(theirs),
          time: <Time value={theirs.addtime} />,
        })}
      >
        {t('editor.mergeKept')}
        <BannerActions>
          <span aria-live="polite">
            {unresolved > 0
              ? t('editor.conflictsLeft', { count: unresolved })
              : t('editor.noConflicts')}
          </span>
          <Button size="small" onClick={autosave.dismiss}>
            {t('editor.backToMine')}
          </Button>
          <Button
            size="small"
            disabled={unresolved > 0}
            onClick={() => {
              applyMerge();
              handle.focus();
            }}
          >
            {t('editor.editMerged')}
          </Button>
          <Button
            size="small"
            variant="primary"
            disabled={unresolved > 0}
            onClick={() => {
              applyMerge();
              void autosave.save();
            }}
          >
            {t('editor.saveMerged')}
          </Button>
        </BannerActions>
      </Banner>
      <div className={styles.heads}>
        <h2 className={styles.theirs}>{t('editor.theirs')}</h2>
        <h2 className={styles.mine}>{t('editor.mine')}</h2>
      </div>
      <Sections sections={sections} decisions={decisions} onDecide={decide} />
      <h2 className={styles.mergedHead}>{t('editor.merged')}</h2>
      <textarea
        className={styles.merged}
        aria-label={t('editor.merged')}
        value={merged}
        readOnly
        spellCheck={false}
      />
    </section>
  );
}
