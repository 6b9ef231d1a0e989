import { useEffect, useRef } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { compare, type Compared } from '../compare.ts';
import styles from './compare-view.module.css';

interface CompareViewProps {
  current: string;
  former: string;
  isNarrow: boolean;
  onlyChanges: boolean;
  onCompared: (compared: Compared) => void;
}

export function CompareView(props: CompareViewProps) {
  const { current, former, isNarrow, onlyChanges, onCompared } = props;
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
      words: {
        current: t('diff.currentText'),
        former: t('diff.versionText'),
        both: t('diff.bothTexts'),
        folded: t('diff.folded'),
      },
    });
    onCompared(compared);
    return destroy;
  }, [current, former, isNarrow, onlyChanges, onCompared, t]);
  return <div ref={host} className={styles.compare} />;
}
