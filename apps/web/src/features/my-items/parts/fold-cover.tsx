import styles from './fold-cover.module.css';

/** A rectangle in quarters of the width and halves of the height, and its opacity. */
type Leaf = readonly [x: number, y: number, width: number, height: number, depth: number];

/** Four orientations of the cover pattern: a sheet folded three times, with its smallest part darkest. */
const folds: readonly (readonly Leaf[])[] = [
  [
    [2, 0, 2, 1, 0.1],
    [2, 1, 1, 1, 0.2],
    [3, 1, 1, 1, 0.5],
  ],
  [
    [0, 0, 1, 1, 0.5],
    [1, 0, 1, 1, 0.2],
    [0, 1, 2, 1, 0.1],
  ],
  [
    [0, 0, 2, 1, 0.1],
    [0, 1, 1, 1, 0.2],
    [1, 1, 1, 1, 0.5],
  ],
  [
    [2, 0, 1, 1, 0.5],
    [3, 0, 1, 1, 0.2],
    [2, 1, 2, 1, 0.1],
  ],
];

export function FoldCover({ id }: { id: number }) {
  return (
    <svg
      className={styles.cover}
      viewBox="0 0 4 2"
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      aria-hidden="true"
    >
      {folds[id % folds.length]?.map(([x, y, width, height, depth]) => (
        <rect key={`${x}${y}`} x={x} y={y} width={width} height={height} opacity={depth} />
      ))}
    </svg>
  );
}
