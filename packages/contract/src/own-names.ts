/** A shorter name may be a part of any word. */
const MIN_NAME_LENGTH = 4;

/** For comparisons: another case or width of the same letters is no difference. */
const fold = (text: string) => text.normalize('NFKC').toLowerCase();

/** True if the password contains the username or email of its owner, or the part of one before the `@`. */
export function containsOwnName(password: string, names: readonly string[]): boolean {
  const folded = fold(password);
  return names
    .flatMap((name) => [name, name.split('@')[0] ?? ''])
    .map((name) => fold(name.trim()))
    .some((name) => name.length >= MIN_NAME_LENGTH && folded.includes(name));
}
