import { useText } from '../i18n/texts.tsx';
import styles from './skeleton.module.css';

type Shape = 'cards' | 'rows' | 'reader' | 'page' | 'text' | 'form';

interface SkeletonProps {
  shape: Shape;
  /** Keeps its distance from the edges of a window, dialog or drawer that has no padding itself. */
  inset?: boolean;
}

/** The shape of what is coming. Invisible for the first 200 ms: a quick answer needs no sign. */
export function Skeleton({ shape, inset = false }: SkeletonProps) {
  const { t } = useText();
  return (
    <div className={inset ? `${styles.skeleton} ${styles.inset}` : styles.skeleton}>
      <output className="visually-hidden">{t('shell.loading')}</output>
      {shapes[shape]()}
    </div>
  );
}

const shapes: Record<Shape, () => React.ReactNode> = {
  cards: () => (
    <div className={styles.cards}>
      {[70, 56, 64].map((width) => (
        <div key={width} className={styles.card}>
          <Bar height={76} square />
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
  reader: () => (
    <div className={styles.reader}>
      <div className={styles.tree}>
        {[80, 64, 72, 58, 76, 66].map((width) => (
          <Bar key={width} height={9} width={width} />
        ))}
      </div>
      {shapes.page()}
    </div>
  ),
  form: () => (
    <div className={styles.page}>
      <Bar height={26} width={56} />
      <Bar height={9} width={70} />
      <Bar height={9} width={24} />
      <Bar height={40} />
      <Bar height={9} width={18} />
      <Bar height={40} />
      <Bar height={40} />
    </div>
  ),
  page: () => (
    <div className={styles.page}>
      <Bar height={26} width={38} />
      <Bar height={9} width={22} />
      {shapes.text()}
    </div>
  ),
  text: () => (
    <div className={styles.page}>
      <Bar height={46} />
      {[96, 88, 62].map((width) => (
        <Bar key={width} height={9} width={width} />
      ))}
      <Bar height={120} />
    </div>
  ),
};

function Bar(props: { width?: number; height?: number; square?: boolean }) {
  const { width = 100, height = 12, square = false } = props;
  return (
    <div
      className={square ? `${styles.bar} ${styles.square}` : styles.bar}
      style={{ width: `${width}%`, height }}
    />
  );
}
