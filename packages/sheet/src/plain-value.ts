/** Converts text to a number only if the number prints as the same text: `12.5` is a number, `007` and `1e5` are not. */
export function plainValue(text: string): string | number {
  if (text === '' || text.length > 17) return text;
  const number = Number(text);
  return Number.isFinite(number) && String(number) === text ? number : text;
}
