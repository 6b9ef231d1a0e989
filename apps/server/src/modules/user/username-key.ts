/**
 * Two spellings with the same key are the same name. Folded there and back, sign by sign, because
 * lower case alone keeps ß from ss and the two forms of the Greek s apart.
 */
export function usernameKey(username: string): string {
  const fold = (sign: string) => sign.toLowerCase().toUpperCase().toLowerCase();
  return Array.from(username.normalize('NFKC'), fold).join('').normalize('NFKC');
}
