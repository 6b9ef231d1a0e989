import { lazy, Suspense, type ComponentProps, type ReactNode } from 'react';
import type { CompareView as View } from './compare-view.tsx';

/** The editor and the tables come apart: whatever stands around them is there before. */
const CompareView = lazy(async () => ({
  default: (await import('./compare-view.tsx')).CompareView,
}));

const CellChanges = lazy(async () => ({
  default: (await import('../sheet/cell-changes.tsx')).CellChanges,
}));

interface PageComparisonProps extends ComponentProps<typeof View> {
  isSheet: boolean;
  /** Shown until it is loaded. */
  fallback: ReactNode;
}

/** Two forms of one page: texts line by line, tables cell by cell. */
export function PageComparison({ isSheet, fallback, ...texts }: PageComparisonProps) {
  const { current, former, words, isNarrow, onlyChanges, isFormerFirst, onCompared } = texts;
  return (
    <Suspense fallback={fallback}>
      {isSheet ? (
        <CellChanges
          current={current}
          former={former}
          words={words}
          // Two tables have no room beside each other on a phone.
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
