import { AppError } from '../../app-error.ts';

const MOST_LEVELS = 3;
const MOST_CHARACTERS = 100;

/** Splits `a/b/c` into catalog names. Levels below the third are joined into the name of the third. */
export function catalogWay(...paths: readonly string[]): readonly string[] {
  const names = paths
    .join('/')
    .split('/')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const way = [
    ...names.slice(0, MOST_LEVELS - 1),
    ...(names.length >= MOST_LEVELS ? [names.slice(MOST_LEVELS - 1).join(' / ')] : []),
  ];
  if (way.some((name) => name.length > MOST_CHARACTERS))
    throw new AppError('invalidRequest', { field: 'cat_name' });
  return way;
}
