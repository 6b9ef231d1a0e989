/** Characters that some file systems do not allow or interpret in names. */
const FORBIDDEN_CHARACTERS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu;
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/** File systems limit names to 255 bytes; the rest is reserved for an extension and a number. */
const MAX_NAME_BYTES = 180;

function truncate(name: string): string {
  let bytes = 0;
  let result = '';
  for (const character of name) {
    bytes += Buffer.byteLength(character);
    if (bytes > MAX_NAME_BYTES) break;
    result += character;
  }
  return result;
}

/** A file or folder name that is valid on every operating system, never empty. */
export function safeName(text: string, fallback: string): string {
  const name = truncate(text.toWellFormed().normalize('NFC').replaceAll(FORBIDDEN_CHARACTERS, '_'))
    .replace(/^[\s.]+|[\s.]+$/g, '')
    .trim();
  if (name === '') return fallback;
  return RESERVED.test(name) ? `_${name}` : name;
}

/** Makes the names of a folder unique, ignoring case for case-insensitive file systems. */
export function uniqueNames(taken: readonly string[] = []) {
  const usedNames = new Set(taken.map((name) => name.toLowerCase()));
  return (name: string, extension = ''): string => {
    let candidate = name + extension;
    for (let count = 1; usedNames.has(candidate.toLowerCase()); count += 1)
      candidate = `${name}_${count}${extension}`;
    usedNames.add(candidate.toLowerCase());
    return candidate;
  };
}

/** The extension begins at the last dot, so a number is inserted before it: `a.tar_1.gz`. */
export function splitExtension(name: string): [name: string, extension: string] {
  const extension = /\.[^.\s]{1,10}$/.exec(name)?.[0] ?? '';
  return extension === name
    ? [name, '']
    : [name.slice(0, name.length - extension.length), extension];
}
