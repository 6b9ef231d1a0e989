/** Two characters, or one that is a whole word by itself: a Chinese one. */
export function isSearchable(keyword: string): boolean {
  return Array.from(keyword).length >= 2 || /\p{Script=Han}/u.test(keyword);
}
