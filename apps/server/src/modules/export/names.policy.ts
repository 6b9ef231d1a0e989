/** Characters that some file systems do not allow or interpret in names. */
const UNFIT = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu;
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/** File systems limit names to 255 bytes; the rest is reserved for an extension and a number. */
const MOST_BYTES = 180;

function cut(name: string): string {
  let bytes = 0;
  let kept = '';
  for (const sign of name) {
    bytes += Buffer.byteLength(sign);
    if (bytes > MOST_BYTES) break;
    kept += sign;
  }
  return kept;
}

/** A file or folder name that is valid on every operating system, never empty. */
export function safeName(given: string, fallback: string): string {
  const name = cut(given.toWellFormed().normalize('NFC').replaceAll(UNFIT, '_'))
    .replace(/^[\s.]+|[\s.]+$/g, '')
    .trim();
  if (name === '') return fallback;
  return RESERVED.test(name) ? `_${name}` : name;
}

/** Makes the names of a folder unique, ignoring case for case-insensitive file systems. */
export function uniqueNames(taken: readonly string[] = []) {
  const used = new Set(taken.map((name) => name.toLowerCase()));
  return (name: string, ending = ''): string => {
    let found = name + ending;
    for (let count = 1; used.has(found.toLowerCase()); count += 1)
      found = `${name}_${count}${ending}`;
    used.add(found.toLowerCase());
    return found;
  };
}

/** The extension begins at the last dot, so a number is inserted before it: `a.tar_1.gz`. */
export function splitEnding(name: string): [name: string, ending: string] {
  const ending = /\.[^.\s]{1,10}$/.exec(name)?.[0] ?? '';
  return ending === name ? [name, ''] : [name.slice(0, name.length - ending.length), ending];
}
