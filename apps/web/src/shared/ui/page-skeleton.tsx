import type { ReactNode } from 'react';
import { useText } from '../i18n/texts.tsx';
import styles from './page-skeleton.module.css';

/** The skeleton of a page, in a separate module because the reader loads only this shape. */
export function PageSkeleton({ headless = false }: { headless?: boolean }) {
  return (
    <SkeletonFrame>
      <PageBars headless={headless} />
    </SkeletonFrame>
  );
}

/** Invisible for the first 200 ms, so that fast responses show no skeleton. */
export function SkeletonFrame({ children }: { children: ReactNode }) {
  const { t } = useText();
  return (
    <div className={styles.skeleton}>
      <output className="visually-hidden">{t('shell.loading')}</output>
      {children}
    </div>
  );
}

export function PageBars({ headless = false }: { headless?: boolean }) {
  return (
    <Bars>
      {!headless && (
        <>
          <Bar height={26} width={38} />
          <Bar height={9} width={22} />
        </>
      )}
      <Bar height={46} />
      {[96, 88, 62].map((width) => (
        <Bar key={width} height={9} width={width} />
      ))}
      <Bar height={120} />
    </Bars>
  );
}

export function Bars({ children }: { children: ReactNode }) {
  return <div className={styles.bars}>{children}</div>;
}

export function Bar({ width = 100, height = 12 }: { width?: number; height?: number }) {
  return <div className={styles.bar} style={{ width: `${width}%`, height }} />;
}
