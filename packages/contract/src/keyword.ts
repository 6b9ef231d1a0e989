/** A keyword needs two characters; one Chinese character is enough, because it can be a word. */
export function isSearchable(keyword: string): boolean {
  return Array.from(keyword).length >= 2 || /\p{Script=Han}/u.test(keyword);
}
