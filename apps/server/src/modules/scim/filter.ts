import { findByName, isSameName } from './schemas.ts';
import type { Attribute, ResourceType } from './schemas.ts';
import { ScimError } from './scim-error.ts';
import type { ScimType } from './scim-error.ts';

/** Filters and paths of RFC 7644, 3.4.2.2 and 3.5.2: parsed, resolved against the schema, and evaluated on values. */

const OPERATORS = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;
export type Operator = (typeof OPERATORS)[number];
export type Literal = string | number | boolean | null;

/** An attribute of a resource, or of one value of a multi-valued attribute. */
export interface Target {
  /** The keys from the resource to the attribute, without its sub-attribute. */
  readonly keys: readonly string[];
  readonly attribute: Attribute;
  readonly sub: Attribute | undefined;
}

export type Filter =
  | {
      readonly kind: 'compare';
      readonly target: Target;
      readonly operator: Operator;
      readonly value: Literal;
    }
  | { readonly kind: 'present'; readonly target: Target }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly [Filter, Filter] }
  | { readonly kind: 'not'; readonly filter: Filter }
  /** Some value of a multi-valued attribute matches all of the filter. */
  | { readonly kind: 'some'; readonly target: Target; readonly filter: Filter };

export interface Path extends Target {
  /** Selects values of a multi-valued attribute. */
  readonly filter: Filter | undefined;
}

const MAX_LENGTH = 4096;
const MAX_COMPARISONS = 50;
const MAX_DEPTH = 20;

const TOKEN =
  /\s*(?:(?<string>"(?:[^"\\]|\\.)*")|(?<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.:-]))|(?<word>[A-Za-z$][\w$:.-]*)|(?<sub>\.[A-Za-z$][\w$-]*)|(?<mark>[()[\]]))\s*/y;

interface Token {
  readonly kind: 'string' | 'number' | 'word' | 'sub' | 'mark' | 'end';
  readonly text: string;
}

type Resolve = (name: string, sub?: string) => Target | undefined;

function tokenize(text: string): Token[] | undefined {
  const tokens: Token[] = [];
  const token = new RegExp(TOKEN);
  while (token.lastIndex < text.length) {
    const groups = token.exec(text)?.groups;
    const found = Object.entries(groups ?? {}).find(([, value]) => value !== undefined);
    if (!found) return undefined;
    tokens.push({ kind: found[0] as Token['kind'], text: found[1] });
  }
  return tokens;
}

function readLiteral({ kind, text }: Token): Literal | undefined {
  if (kind === 'number') return Number(text);
  if (kind === 'word')
    return ({ true: true, false: false, null: null } as const)[text.toLowerCase()];
  if (kind !== 'string') return undefined;
  try {
    return String(JSON.parse(text)).toWellFormed().replaceAll('\0', '');
  } catch {
    return undefined;
  }
}

/** The target of a name in a value filter: a sub-attribute of the multi-valued attribute. */
const inside =
  (attribute: Attribute): Resolve =>
  (name) => {
    const sub = findByName(attribute.subAttributes, name);
    return sub && { keys: [sub.name], attribute: sub, sub: undefined };
  };

/** `urn:…:User:manager.value` or `manager.value`; attributes of extensions are found without their schema too. */
export function resolveName(
  { schema, attributes, extensions }: ResourceType,
  text: string,
): Target | undefined {
  const owner = [{ schema, attributes }, ...extensions].find((each) =>
    text.toLowerCase().startsWith(`${each.schema.toLowerCase()}:`),
  );
  const rest = owner ? text.slice(owner.schema.length + 1) : text;
  const [name = '', sub, ...more] = rest.split('.');
  if (more.length > 0 || rest.includes(':')) return undefined;
  const within = owner ? [owner] : [{ schema, attributes }, ...extensions];
  for (const each of within) {
    const attribute = findByName(each.attributes, name);
    if (!attribute) continue;
    const subAttribute = sub === undefined ? undefined : findByName(attribute.subAttributes, sub);
    if (sub !== undefined && !subAttribute) return undefined;
    const keys = each.schema === schema ? [attribute.name] : [each.schema, attribute.name];
    return { keys, attribute, sub: subAttribute };
  }
  return undefined;
}

class Parser {
  readonly #tokens: readonly Token[];
  readonly #type: ResourceType;
  readonly #scimType: ScimType;
  #at = 0;
  #comparisons = 0;
  #depth = 0;

  constructor(type: ResourceType, text: string, scimType: 'invalidFilter' | 'invalidPath') {
    this.#type = type;
    this.#scimType = scimType;
    const tokens = text.length > MAX_LENGTH ? undefined : tokenize(text);
    if (!tokens)
      throw this.#error(
        `The ${scimType === 'invalidPath' ? 'path' : 'filter'} is too long or malformed.`,
      );
    this.#tokens = tokens;
  }

  #error(detail: string): ScimError {
    return new ScimError(400, this.#scimType, detail);
  }

  #peek(): Token {
    return this.#tokens[this.#at] ?? { kind: 'end', text: '' };
  }

  #next(): Token {
    const token = this.#peek();
    this.#at += 1;
    return token;
  }

  /** Skips the word or mark if it comes next. */
  #accept(text: string): boolean {
    const token = this.#peek();
    const isNext = (token.kind === 'word' || token.kind === 'mark') && isSameName(token.text, text);
    if (isNext) this.#at += 1;
    return isNext;
  }

  #expect(mark: string): void {
    if (!this.#accept(mark)) throw this.#error(`Expected "${mark}".`);
  }

  #resolve(text: string, resolve: Resolve): Target {
    const target = resolve(text);
    if (!target) throw this.#error(`The attribute ${text.slice(0, 200)} is unknown.`);
    return target;
  }

  #or(resolve: Resolve): Filter {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw this.#error('The filter is nested too deeply.');
    let filter = this.#and(resolve);
    while (this.#accept('or')) filter = { kind: 'or', parts: [filter, this.#and(resolve)] };
    this.#depth -= 1;
    return filter;
  }

  #and(resolve: Resolve): Filter {
    let filter = this.#single(resolve);
    while (this.#accept('and')) filter = { kind: 'and', parts: [filter, this.#single(resolve)] };
    return filter;
  }

  #single(resolve: Resolve): Filter {
    if (this.#accept('not')) {
      this.#expect('(');
      const filter = this.#or(resolve);
      this.#expect(')');
      return { kind: 'not', filter };
    }
    if (this.#accept('(')) {
      const filter = this.#or(resolve);
      this.#expect(')');
      return filter;
    }
    const name = this.#next();
    if (name.kind !== 'word') throw this.#error('Expected the name of an attribute.');
    const target = this.#resolve(name.text, resolve);
    return this.#accept('[') ? this.#some(target) : this.#compare(target);
  }

  /** Also `emails[type eq "work"].value eq "…"`, which identity providers send. */
  #some(target: Target): Filter {
    const { attribute } = target;
    if (!attribute.multiValued || target.sub || !attribute.subAttributes)
      throw this.#error(`${attribute.name} has no values to choose from.`);
    const filter = this.#or(inside(attribute));
    this.#expect(']');
    if (this.#peek().kind !== 'sub') return { kind: 'some', target, filter };
    const compared = this.#compare(this.#resolve(this.#next().text.slice(1), inside(attribute)));
    return { kind: 'some', target, filter: { kind: 'and', parts: [filter, compared] } };
  }

  #compare(target: Target): Filter {
    this.#comparisons += 1;
    if (this.#comparisons > MAX_COMPARISONS)
      throw new ScimError(400, 'tooMany', `A filter has at most ${MAX_COMPARISONS} comparisons.`);
    if (this.#accept('pr')) return { kind: 'present', target };
    const { kind, text } = this.#next();
    const operator = OPERATORS.find((each) => kind === 'word' && isSameName(each, text));
    if (!operator) throw this.#error(`The operator ${text.slice(0, 50)} is unknown.`);
    const value = readLiteral(this.#next());
    if (value === undefined) throw this.#error('Expected a value in quotation marks.');
    return { kind: 'compare', target, operator, value: this.#toType(target, operator, value) };
  }

  #toType(target: Target, operator: Operator, value: Literal): Literal {
    const { type, name } = leafOf(target);
    if (type === 'complex') throw this.#error(`${name} has sub-attributes; name one of them.`);
    if (value === null || type !== 'boolean') {
      if (value === null && operator !== 'eq' && operator !== 'ne')
        throw this.#error(`null cannot be compared by ${operator}.`);
      if (type === 'dateTime' && value !== null && Number.isNaN(Date.parse(String(value))))
        throw this.#error(`${name} is compared with a date and time.`);
      return value === null ? null : String(value);
    }
    const isTrue = /^true$/i.test(String(value));
    if ((operator !== 'eq' && operator !== 'ne') || (!isTrue && !/^false$/i.test(String(value))))
      throw this.#error(`${name} is compared by eq or ne with true or false.`);
    return isTrue;
  }

  filter(): Filter {
    const filter = this.#or((text) => resolveName(this.#type, text));
    if (this.#peek().kind !== 'end') throw this.#error('The filter does not end where it should.');
    return filter;
  }

  path(): Path {
    const name = this.#next();
    if (name.kind !== 'word') throw this.#error('The path does not begin with an attribute.');
    const target = this.#resolve(name.text, (text) => resolveName(this.#type, text));
    const { attribute } = target;
    if (!this.#accept('[')) {
      if (this.#peek().kind !== 'end') throw this.#error('The path does not end where it should.');
      return { ...target, filter: undefined };
    }
    if (!attribute.multiValued || !attribute.subAttributes || target.sub)
      throw this.#error(`${attribute.name} has no values to choose from.`);
    const filter = this.#or(inside(attribute));
    this.#expect(']');
    const sub =
      this.#peek().kind === 'sub'
        ? this.#resolve(this.#next().text.slice(1), inside(attribute)).attribute
        : undefined;
    if (this.#peek().kind !== 'end') throw this.#error('The path does not end where it should.');
    return { ...target, sub, filter };
  }
}

/** The attribute whose value is compared: of a complex attribute without a sub-attribute, its `value`. */
export function leafOf({ attribute, sub }: Target): Attribute {
  return sub ?? findByName(attribute.subAttributes, 'value') ?? attribute;
}

export const parseFilter = (type: ResourceType, text: string): Filter =>
  new Parser(type, text, 'invalidFilter').filter();

export const parsePath = (type: ResourceType, text: string): Path =>
  new Parser(type, text, 'invalidPath').path();

type Fields = Readonly<Record<string, unknown>>;

function compare(actual: unknown, operator: Operator, value: Literal, leaf: Attribute): boolean {
  if (value === null) return (actual === undefined) === (operator === 'eq');
  if (actual === undefined) return operator === 'ne';
  if (typeof value === 'boolean') return (actual === value) === (operator === 'eq');
  const fold = (text: unknown) => (leaf.caseExact ? String(text) : String(text).toLowerCase());
  const [a, b] = [fold(actual), fold(value)];
  switch (operator) {
    case 'eq':
      return a === b;
    case 'ne':
      return a !== b;
    case 'co':
      return a.includes(b);
    case 'sw':
      return a.startsWith(b);
    case 'ew':
      return a.endsWith(b);
    case 'gt':
      return a > b;
    case 'ge':
      return a >= b;
    case 'lt':
      return a < b;
    case 'le':
      return a <= b;
  }
}

/** Whether one value of a multi-valued attribute matches a value filter. */
export function matchesValue(filter: Filter, value: Fields): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.parts.every((part) => matchesValue(part, value));
    case 'or':
      return filter.parts.some((part) => matchesValue(part, value));
    case 'not':
      return !matchesValue(filter.filter, value);
    case 'present':
      return value[filter.target.attribute.name] !== undefined;
    case 'compare': {
      const { target, operator } = filter;
      return compare(value[target.attribute.name], operator, filter.value, target.attribute);
    }
    // Sub-attributes have no values of their own to choose from.
    case 'some':
      return false;
  }
}

/** The fields that a value needs to match: those that the filter compares by `eq`, joined by `and`. */
export function requiredFields(filter: Filter): Record<string, Literal> | undefined {
  if (filter.kind === 'compare' && filter.operator === 'eq')
    return { [filter.target.attribute.name]: filter.value };
  if (filter.kind !== 'and') return undefined;
  const [left, right] = filter.parts.map(requiredFields);
  return left && right && { ...left, ...right };
}
