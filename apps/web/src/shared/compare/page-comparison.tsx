import { lazy, Suspense, type ComponentProps, type ReactNode } from 'react';
import type { CompareView as View } from './compare-view.tsx';

/** Lazy: the surrounding screen is shown before CodeMirror and the table code are loaded. */
const CompareView = lazy(async () => ({
  default: (await import('./compare-view.tsx')).CompareView,
}));

const CellChanges = lazy(async () => ({
  default: (await import('../sheet/cell-changes.tsx')).CellChanges,
}));

interface PageComparisonProps extends ComponentProps<typeof View> {
  isSheet: boolean;
  /** Shown until the comparison is loaded. */
  fallback: ReactNode;
}

/** Compares two versions of a page: texts line by line, tables cell by cell. */
export function PageComparison({ isSheet, fallback, ...texts }: PageComparisonProps) {
  const { current, former, labels, isNarrow, onlyChanges, isFormerFirst, onCompared } = texts;
  return (
    <Suspense fallback={fallback}>
      {isSheet ? (
        <CellChanges
          current={current}
          former={former}
          labels={labels}
          // Two tables do not fit side by side on a phone.
          onlyChanges={onlyChanges || isNarrow}
          isFormerFirst={isFormerFirst}
          onCompared={onCompared}
        />
      ) : (
        <CompareView {...texts} />
      )}
    </Suspense>
  );
}
