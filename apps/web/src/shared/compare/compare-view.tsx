import { useEffect, useRef } from 'react';
import { useText } from '../i18n/texts.tsx';
import { renderComparison, type ComparisonResult, type CompareLabels } from './compare.ts';
import styles from './compare-view.module.css';

interface CompareViewProps {
  current: string;
  former: string;
  isNarrow: boolean;
  onlyChanges: boolean;
  /** The former text is on the left; otherwise the current one. */
  isFormerFirst?: boolean;
  onCompared?: (compared: ComparisonResult) => void;
  /** The labels of the two texts. */
  labels: Omit<CompareLabels, 'folded' | 'both'>;
}

export function CompareView(props: CompareViewProps) {
  const { current, former, isNarrow, onlyChanges, isFormerFirst = false } = props;
  const { onCompared, labels } = props;
  const { current: currentName, former: formerName } = labels;
  const { t } = useText();
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!host.current) return;
    const { destroy, ...compared } = renderComparison({
      parent: host.current,
      current,
      former,
      isNarrow,
      onlyChanges,
      isFormerFirst,
      labels: {
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
