const WIDTH = 96;
const HEIGHT = 24;
/** Padding, so that the line is not clipped at the edges. */
const PADDING = 2;

type Points = readonly (number | null)[];

/** The SVG path segments of the curve; it is interrupted where nothing was measured. */
function toPathSegments(points: Points): string[] {
  const max = Math.max(...points.map((point) => point ?? 0), 1);
  const step = (WIDTH - 2 * PADDING) / Math.max(points.length - 1, 1);
  const segments: string[] = [];
  let isOpen = false;
  points.forEach((point, at) => {
    if (point !== null) {
      const x = Math.round((PADDING + at * step) * 10) / 10;
      const y = Math.round((HEIGHT - PADDING - (point / max) * (HEIGHT - 2 * PADDING)) * 10) / 10;
      if (isOpen) segments.push(`${segments.pop()} L${x} ${y}`);
      // A single point is drawn as a dot.
      else segments.push(`M${x} ${y}h0`);
    }
    isOpen = point !== null;
  });
  return segments;
}

/** A sparkline that starts at zero. Hidden from screen readers, because the text beside it states the same. */
export function Sparkline({ points }: { points: Points }) {
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden="true">
      <path
        d={toPathSegments(points).join('')}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
