import { MAX_CATALOG_DEPTH, MAX_CATALOG_NAME_LENGTH } from '@octavo/contract/limits';
import { AppError } from '../../app-error.ts';

/** Splits `a/b/c` into catalog names. Levels below the third are joined into the name of the third. */
export function toCatalogPath(...paths: readonly string[]): readonly string[] {
  const names = paths
    .join('/')
    .split('/')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const catalogPath = [
    ...names.slice(0, MAX_CATALOG_DEPTH - 1),
    ...(names.length >= MAX_CATALOG_DEPTH ? [names.slice(MAX_CATALOG_DEPTH - 1).join(' / ')] : []),
  ];
  if (catalogPath.some((name) => name.length > MAX_CATALOG_NAME_LENGTH))
    throw new AppError('invalidRequest', { field: 'cat_name' });
  return catalogPath;
}
