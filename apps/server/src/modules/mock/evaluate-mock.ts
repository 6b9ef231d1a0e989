import type { Argument } from './argument.ts';
import { createBudget } from './budget.ts';
import type { Budget } from './budget.ts';
import { placeholders } from './placeholders.ts';
import { withDigits } from './placeholders-basic.ts';
import { fraction, pick, shuffled, whole } from './random.ts';
import { readPlaceholder } from './read-placeholder.ts';
import { readRule } from './rule.ts';
import type { Rule } from './rule.ts';

type Node = Readonly<Record<string, unknown>>;

interface Place {
  readonly budget: Budget;
  readonly depth: number;
  /** The objects evaluated so far, from the outermost to the current one. */
  readonly made: readonly Record<string, unknown>[];
  /** Index of the current repetition of the list, for `+step` rules. */
  readonly turn: number;
}

/** The count of the rule, or a random number of its range. */
function timesOf({ min, max }: Rule): number | undefined {
  if (min === undefined) return undefined;
  return Math.max(0, max === undefined ? min : whole(min, max));
}

/** Resolves `@../name` and `@/a/b` among the values evaluated so far. */
function follow(name: string, { made }: Place): unknown {
  const isAbsolute = name.startsWith('/');
  const steps = name.split('/').filter((step) => step !== '' && step !== '.');
  let level = isAbsolute ? 0 : made.length - 1;
  while (steps[0] === '..') {
    steps.shift();
    level -= 1;
  }
  let found: unknown = made[Math.max(0, level)];
  for (const step of steps) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step))
      return undefined;
    found = (found as Record<string, unknown>)[step];
  }
  return found;
}

function valueOf(name: string, given: readonly Argument[], place: Place): unknown {
  const siblings = place.made.at(-1);
  if (given.length === 0 && siblings && Object.hasOwn(siblings, name)) return siblings[name];
  if (name.includes('/')) return follow(name, place);
  const placeholder = placeholders.get(name.toLowerCase());
  const filled = given.map((each) =>
    typeof each === 'string' && each.startsWith('@') ? (fill(each, place) as Argument) : each,
  );
  return placeholder?.(...filled);
}

/** Expands the placeholders in a text. A text that is only one placeholder gets the type of its value. */
function fill(text: string, place: Place): unknown {
  place.budget.spend(text.length);
  let done = '';
  let at = 0;
  while (at < text.length) {
    const next = text.indexOf('@', at);
    if (next === -1) break;
    if (text[next - 1] === '\\') {
      done += `${text.slice(at, next - 1)}@`;
      at = next + 1;
      continue;
    }
    place.budget.enter(place.depth);
    const call = readPlaceholder(text, next);
    const value = call && valueOf(call.name, call.given, place);
    const end = call?.end ?? next + 1;
    if (value === undefined) done += text.slice(at, end);
    else if (next === 0 && end === text.length) return counted(value, place);
    else {
      const words = typeof value === 'string' ? value : JSON.stringify(value);
      place.budget.spend(words.length);
      done += text.slice(at, next) + words;
    }
    at = end;
  }
  return done + text.slice(at);
}

/** A referenced value is output again, so it counts against the budget again. */
function counted(value: unknown, { budget }: Place): unknown {
  budget.spend(JSON.stringify(value).length);
  return value;
}

function makeText(text: string, rule: Rule, place: Place): unknown {
  const times = timesOf(rule);
  if (times === undefined) return fill(text, place);
  place.budget.spend(text.length * times);
  return fill(text.repeat(times), place);
}

function makeNumber(value: number, rule: Rule, { turn }: Place): number {
  if (rule.step !== undefined) return value + rule.step * turn;
  const amount =
    rule.min === undefined ? value : rule.max === undefined ? rule.min : whole(rule.min, rule.max);
  if (rule.digitsMin === undefined) return amount;
  return withDigits(amount, whole(rule.digitsMin, rule.digitsMax ?? rule.digitsMin));
}

function makeBoolean(value: boolean, { min, max }: Rule): boolean {
  if (min === undefined) return value;
  const [yes, no] = max === undefined ? [1, 1] : [Math.max(0, min), Math.max(0, max)];
  return fraction() * (yes + no) < yes ? value : !value;
}

function makeList(list: readonly unknown[], rule: Rule, place: Place): unknown {
  const inner = { ...place, depth: place.depth + 1 };
  if (rule.step !== undefined) {
    const at = (rule.step * place.turn) % Math.max(1, list.length);
    return make(list[at] ?? null, inner);
  }
  const times = timesOf(rule);
  if (rule.min === 1 && rule.max === undefined) return make(pick(list) ?? null, inner);
  place.budget.assertTimes((times ?? 1) * list.length);
  const made: unknown[] = [];
  for (let turn = 0; turn < (times ?? 1); turn += 1)
    for (const each of list)
      made.push(make(each, times === undefined ? inner : { ...inner, turn }));
  return made;
}

function makeObject(object: Node, rule: Rule, place: Place): Node {
  const times = timesOf(rule);
  const keys = Object.keys(object);
  const chosen = new Set(times === undefined ? keys : shuffled(keys).slice(0, times));
  // No prototype, so that keys like `__proto__` have no special meaning.
  const made = Object.create(null) as Record<string, unknown>;
  const inner = { ...place, depth: place.depth + 1, made: [...place.made, made] };
  for (const key of keys) {
    if (!chosen.has(key)) continue;
    const own = readRule(key);
    const name = String(fill(own.name, inner));
    made[name] = makeBy(object[key], own, inner);
  }
  return made;
}

const NO_RULE = readRule('');

function make(value: unknown, place: Place): unknown {
  return makeBy(value, NO_RULE, place);
}

function makeBy(value: unknown, rule: Rule, place: Place): unknown {
  place.budget.enter(place.depth);
  if (typeof value === 'string') return makeText(value, rule, place);
  if (typeof value === 'number') return makeNumber(value, rule, place);
  if (typeof value === 'boolean') return makeBoolean(value, rule);
  if (Array.isArray(value)) return makeList(value, rule, place);
  if (typeof value === 'object' && value !== null) return makeObject(value as Node, rule, place);
  return null;
}

/**
 * Evaluates a Mock.js template given as JSON. The template is data and is never executed as code. Exceeding a limit of
 * depth, count or length throws before memory is allocated.
 */
export function evaluateMock(template: unknown): unknown {
  const budget = createBudget();
  return make(template, { budget, depth: 0, made: [], turn: 0 });
}
