import type { ReactNode } from 'react';
import { Bar, Bars, PageBars, SkeletonFrame } from './page-skeleton.tsx';
import styles from './skeleton.module.css';

type Shape = 'cards' | 'rows' | 'page' | 'form';

interface SkeletonProps {
  shape: Shape;
  /** Adds padding inside a container that has none. */
  inset?: boolean;
}

/** A placeholder in the shape of the content that is loading. */
export function Skeleton({ shape, inset = false }: SkeletonProps) {
  const bars = shapes[shape]();
  return <SkeletonFrame>{inset ? <div className={styles.inset}>{bars}</div> : bars}</SkeletonFrame>;
}

const shapes: Record<Shape, () => ReactNode> = {
  cards: () => (
    <div className={styles.cards}>
      {[70, 56, 64].map((width) => (
        <div key={width} className={styles.card}>
          <div className={styles.cover} />
          <div className={styles.cardText}>
            <Bar width={width} />
            <Bar height={9} />
            <Bar height={9} width={60} />
          </div>
        </div>
      ))}
    </div>
  ),
  rows: () => (
    <div className={styles.rows}>
      {[46, 38, 52].map((width) => (
        <div key={width} className={styles.row}>
          <Bar width={18} />
          <Bar width={width} />
        </div>
      ))}
    </div>
  ),
  form: () => (
    <Bars>
      <Bar height={26} width={56} />
      <Bar height={9} width={70} />
      <Bar height={9} width={24} />
      <Bar height={40} />
      <Bar height={9} width={18} />
      <Bar height={40} />
      <Bar height={40} />
    </Bars>
  ),
  page: () => <PageBars />,
};
