/**
 * Usernames with the same key are the same name. Each character is folded to lower, upper and lower case again, because
 * lower case alone distinguishes ß from ss and the two forms of the Greek sigma.
 */
export function usernameKey(username: string): string {
  const fold = (character: string) => character.toLowerCase().toUpperCase().toLowerCase();
  return Array.from(username.normalize('NFKC'), fold).join('').normalize('NFKC');
}
