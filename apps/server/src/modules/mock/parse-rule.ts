/** The rule after the `|` of a key: `list|1-10`, `id|+1`, `price|1-100.2`. */
export interface Rule {
  readonly name: string;
  readonly step: number | undefined;
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly digitsMin: number | undefined;
  readonly digitsMax: number | undefined;
}

const RULE =
  /^(?<name>.+)\|(?:\+(?<step>\d{1,15})|(?<min>-?\d{1,15})?(?:-(?<max>-?\d{1,15}))?(?:\.(?<dmin>\d{1,3})(?:-(?<dmax>\d{1,3}))?)?)$/su;

const toNumber = (text: string | undefined) => (text === undefined ? undefined : Number(text));

/** A key without a valid rule is only a name. */
export function parseRule(key: string): Rule {
  const groups = RULE.exec(key)?.groups;
  const noRange = { step: undefined, min: undefined, max: undefined };
  if (!groups) return { name: key, ...noRange, digitsMin: undefined, digitsMax: undefined };
  return {
    name: groups['name'] ?? key,
    step: toNumber(groups['step']),
    min: toNumber(groups['min']),
    max: toNumber(groups['max']),
    digitsMin: toNumber(groups['dmin']),
    digitsMax: toNumber(groups['dmax'] ?? groups['dmin']),
  };
}
