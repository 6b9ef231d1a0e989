/** The height of the area at each edge of the list in which it scrolls. */
const EDGE_PX = 40;
const MAX_SPEED = 1.2;

/** The speed in pixels per millisecond at which a list scrolls, negative upwards: faster nearer to the edge. */
export function scrollSpeed(y: number, top: number, bottom: number): number {
  const edge = Math.min(EDGE_PX, (bottom - top) / 3);
  const depth = Math.max(top + edge - y, y - (bottom - edge), 0);
  const speed = Math.min(1, depth / edge) ** 2 * MAX_SPEED;
  return y < (top + bottom) / 2 ? -speed : speed;
}
