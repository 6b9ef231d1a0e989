const WIDTH = 96;
const HEIGHT = 24;
/** Padding, so that the line is not clipped at the edges. */
const ROOM = 2;

type Points = readonly (number | null)[];

/** The SVG path segments of the curve; it is interrupted where nothing was measured. */
function piecesOf(points: Points): string[] {
  const most = Math.max(...points.map((point) => point ?? 0), 1);
  const step = (WIDTH - 2 * ROOM) / Math.max(points.length - 1, 1);
  const pieces: string[] = [];
  let isOpen = false;
  points.forEach((point, at) => {
    if (point !== null) {
      const x = Math.round((ROOM + at * step) * 10) / 10;
      const y = Math.round((HEIGHT - ROOM - (point / most) * (HEIGHT - 2 * ROOM)) * 10) / 10;
      if (isOpen) pieces.push(`${pieces.pop()} L${x} ${y}`);
      // A single point is drawn as a dot.
      else pieces.push(`M${x} ${y}h0`);
    }
    isOpen = point !== null;
  });
  return pieces;
}

/** A sparkline that starts at zero. Hidden from screen readers, because the text beside it states the same. */
export function Curve({ points }: { points: Points }) {
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden="true">
      <path
        d={piecesOf(points).join('')}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
