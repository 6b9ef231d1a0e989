/** What some file system cannot have in a name, or reads as something else. */
const UNFIT = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu;
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/** File systems count bytes; room is left for an ending and a number. */
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

/** A name that every system takes as one file or folder, never empty. */
export function safeName(given: string, fallback: string): string {
  const name = cut(given.toWellFormed().normalize('NFC').replaceAll(UNFIT, '_'))
    .replace(/^[\s.]+|[\s.]+$/g, '')
    .trim();
  if (name === '') return fallback;
  return RESERVED.test(name) ? `_${name}` : name;
}

/** Names of one folder: systems that know no capital letters see different ones too. */
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

/** `a.tar.gz` has its ending after the last dot: the number of a second one stands before it. */
export function splitEnding(name: string): [name: string, ending: string] {
  const ending = /\.[^.\s]{1,10}$/.exec(name)?.[0] ?? '';
  return ending === name ? [name, ''] : [name.slice(0, name.length - ending.length), ending];
}
