import { useErrorText } from '../../../shared/api/error-text.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Bar, SkeletonFrame } from '../../../shared/ui/page-skeleton.tsx';
import styles from './list-state.module.css';

/** Rows of a list that is loading. */
export function ListSkeleton({ widths }: { widths: readonly number[] }) {
  return (
    <SkeletonFrame>
      {widths.map((width) => (
        <div key={width} className={styles.bar}>
          <Bar width={width} />
        </div>
      ))}
    </SkeletonFrame>
  );
}

/** Shown instead of a list that could not be loaded. */
export function ListFailure({ error, retry }: { error: unknown; retry: () => void }) {
  const { t } = useText();
  const errorText = useErrorText();
  return (
    <div className={styles.failure} role="alert">
      <p>{errorText(error)}</p>
      <Button size="small" onClick={retry}>
        {t('shell.retry')}
      </Button>
    </div>
  );
}
