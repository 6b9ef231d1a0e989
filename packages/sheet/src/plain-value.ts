/** What a text means by itself: `12.5` is a number, `007` and `1e5` are not, so that nothing is rewritten. */
export function plainValue(text: string): string | number {
  if (text === '' || text.length > 17) return text;
  const number = Number(text);
  return Number.isFinite(number) && String(number) === text ? number : text;
}
