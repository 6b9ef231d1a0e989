import { useText } from '../../../shared/i18n/texts.tsx';
import type { ConflictResolution, MergeSection } from '../../../shared/autosave/merge-texts.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import styles from './sections.module.css';

/** Unchanged lines shown around a change. */
const CONTEXT_LINES = 3;

interface SectionsProps {
  sections: readonly MergeSection[];
  decisions: ReadonlyMap<number, ConflictResolution>;
  onDecide: (at: number, decision: ConflictResolution | undefined) => void;
}

export function Sections({ sections, decisions, onDecide }: SectionsProps) {
  const numberOf = (at: number) =>
    sections.slice(0, at + 1).filter(({ kind }) => kind === 'conflict').length;
  return (
    <div className={styles.sections}>
      {sections.map((section, at) => {
        const key = `${at}-${section.kind}`;
        if (section.kind === 'same')
          return (
            <UnchangedLines key={key} lines={section.mine} isLast={at === sections.length - 1} />
          );
        if (section.kind !== 'conflict') return <ChangedLines key={key} section={section} />;
        return (
          <Conflict
            key={key}
            number={numberOf(at)}
            section={section}
            decision={decisions.get(at)}
            onDecide={(decision) => onDecide(at, decision)}
          />
        );
      })}
    </div>
  );
}

function Lines({ lines, className }: { lines: readonly string[]; className?: string | undefined }) {
  return (
    <pre className={className ? `${styles.lines} ${className}` : styles.lines}>
      {lines.join('\n')}
    </pre>
  );
}

const unchangedRow = `${styles.row} ${styles.same}`;

function UnchangedLines({ lines, isLast }: { lines: readonly string[]; isLast: boolean }) {
  const { t } = useText();
  const folded = lines.length - 2 * CONTEXT_LINES;
  if (folded < 2)
    return (
      <div className={unchangedRow}>
        <Lines lines={lines} />
        <Lines lines={lines} />
      </div>
    );
  const before = lines.slice(0, CONTEXT_LINES);
  const after = isLast ? [] : lines.slice(-CONTEXT_LINES);
  const count = lines.length - before.length - after.length;
  return (
    <>
      <div className={unchangedRow}>
        <Lines lines={before} />
        <Lines lines={before} />
      </div>
      <p className={styles.folded}>{t('editor.foldedLines', { count })}</p>
      {after.length > 0 && (
        <div className={unchangedRow}>
          <Lines lines={after} />
          <Lines lines={after} />
        </div>
      )}
    </>
  );
}

function ChangedLines({ section: { kind, theirs, mine } }: { section: MergeSection }) {
  return (
    <div className={styles.row}>
      <Lines lines={theirs} className={kind === 'mine' ? undefined : styles.theirs} />
      <Lines lines={mine} className={kind === 'theirs' ? undefined : styles.mine} />
    </div>
  );
}

const decisionTexts = {
  theirs: 'editor.theirsUsed',
  mine: 'editor.mineUsed',
  both: 'editor.bothUsed',
} as const;

interface ConflictProps {
  number: number;
  section: MergeSection;
  decision: ConflictResolution | undefined;
  onDecide: (decision: ConflictResolution | undefined) => void;
}

function Conflict({ number, section, decision, onDecide }: ConflictProps) {
  const { t } = useText();
  return (
    <section
      className={decision ? `${styles.conflict} ${styles.decided}` : styles.conflict}
      aria-label={t('editor.conflict', { number })}
    >
      <div className={styles.choice}>
        <Tag kind={decision ? 'ok' : 'warning'}>{t('editor.conflict', { number })}</Tag>
        <span>{t(decision ? decisionTexts[decision] : 'editor.conflictWhy')}</span>
        <span className={styles.buttons}>
          {decision ? (
            <Button size="small" variant="quiet" onClick={() => onDecide(undefined)}>
              {t('editor.decideAgain')}
            </Button>
          ) : (
            <>
              <Button size="small" onClick={() => onDecide('theirs')}>
                {t('editor.useTheirs')}
              </Button>
              <Button size="small" onClick={() => onDecide('mine')}>
                {t('editor.useMine')}
              </Button>
              <Button size="small" variant="quiet" onClick={() => onDecide('both')}>
                {t('editor.useBoth')}
              </Button>
            </>
          )}
        </span>
      </div>
      <div className={styles.row}>
        <Lines lines={section.theirs} className={styles.theirs} />
        <Lines lines={section.mine} className={styles.mine} />
      </div>
    </section>
  );
}
