import styles from './type-icons.module.css';

/** Text lines of a document icon, as `[x, y, width]`. */
function Lines({ lines }: { lines: readonly (readonly [number, number, number])[] }) {
  return lines.map(([x, y, width]) => (
    <rect key={`${x} ${y}`} x={x} y={y} width={width} height={4} rx={2} />
  ));
}

export function RegularIcon() {
  return (
    <svg className={styles.picture} viewBox="0 0 92 60" aria-hidden="true">
      <Lines
        lines={[
          [8, 9, 22],
          [8, 18, 18],
          [8, 27, 22],
          [8, 36, 15],
          [36, 20, 48],
          [36, 29, 48],
          [36, 38, 28],
        ]}
      />
      <rect className={styles.title} x={36} y={8} width={32} height={7} rx={2} />
    </svg>
  );
}

export function PageIcon() {
  return (
    <svg className={styles.picture} viewBox="0 0 92 60" aria-hidden="true">
      <Lines
        lines={[
          [8, 20, 76],
          [8, 29, 76],
          [8, 38, 60],
        ]}
      />
      <rect className={styles.title} x={8} y={8} width={44} height={7} rx={2} />
    </svg>
  );
}

export function TableIcon() {
  return (
    <svg className={styles.picture} viewBox="0 0 92 60" aria-hidden="true">
      <g className={styles.grid}>
        <rect x={7.5} y={7.5} width={77} height={45} rx={3} />
        <path d="M7.5 18.5h77M7.5 30h77M7.5 41.5h77M27.5 7.5v45M56.5 7.5v45" />
      </g>
    </svg>
  );
}
