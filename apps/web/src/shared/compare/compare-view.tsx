import { useEffect, useRef } from 'react';
import { useText } from '../i18n/texts.tsx';
import { compare, type Compared, type CompareWords } from './compare.ts';
import styles from './compare-view.module.css';

interface CompareViewProps {
  current: string;
  former: string;
  isNarrow: boolean;
  onlyChanges: boolean;
  /** The former text is on the left; otherwise the current one. */
  isFormerFirst?: boolean;
  onCompared?: (compared: Compared) => void;
  /** The labels of the two texts. */
  words: Omit<CompareWords, 'folded' | 'both'>;
}

export function CompareView(props: CompareViewProps) {
  const { current, former, isNarrow, onlyChanges, isFormerFirst = false } = props;
  const { onCompared, words } = props;
  const { current: currentName, former: formerName } = words;
  const { t } = useText();
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!host.current) return;
    const { destroy, ...compared } = compare({
      parent: host.current,
      current,
      former,
      isNarrow,
      onlyChanges,
      isFormerFirst,
      words: {
        current: currentName,
        former: formerName,
        both: t('diff.bothTexts'),
        folded: t('diff.folded'),
      },
    });
    onCompared?.(compared);
    return destroy;
  }, [
    current,
    former,
    isNarrow,
    onlyChanges,
    isFormerFirst,
    onCompared,
    currentName,
    formerName,
    t,
  ]);
  return <div ref={host} className={styles.compare} />;
}
