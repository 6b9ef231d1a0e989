import type { Argument } from './argument.ts';
import { createBudget } from './budget.ts';
import type { Budget } from './budget.ts';
import { placeholders } from './placeholders.ts';
import { withDigits } from './placeholders-basic.ts';
import { randomFraction, pick, shuffled, randomInteger } from './random.ts';
import { parsePlaceholder } from './parse-placeholder.ts';
import { parseRule } from './parse-rule.ts';
import type { Rule } from './parse-rule.ts';

type Node = Readonly<Record<string, unknown>>;

interface EvaluationContext {
  readonly budget: Budget;
  readonly depth: number;
  /** The objects evaluated so far, from the outermost to the current one. */
  readonly evaluated: readonly Record<string, unknown>[];
  /** Index of the current repetition of the list, for `+step` rules. */
  readonly iteration: number;
}

/** The count of the rule, or a random number of its range. */
function resolveCount({ min, max }: Rule): number | undefined {
  if (min === undefined) return undefined;
  return Math.max(0, max === undefined ? min : randomInteger(min, max));
}

/** Resolves `@../name` and `@/a/b` among the values evaluated so far. */
function resolvePath(name: string, { evaluated }: EvaluationContext): unknown {
  const isAbsolute = name.startsWith('/');
  const steps = name.split('/').filter((step) => step !== '' && step !== '.');
  let level = isAbsolute ? 0 : evaluated.length - 1;
  while (steps[0] === '..') {
    steps.shift();
    level -= 1;
  }
  let found: unknown = evaluated[Math.max(0, level)];
  for (const step of steps) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step))
      return undefined;
    found = (found as Record<string, unknown>)[step];
  }
  return found;
}

function resolvePlaceholder(
  name: string,
  args: readonly Argument[],
  context: EvaluationContext,
): unknown {
  const siblings = context.evaluated.at(-1);
  if (args.length === 0 && siblings && Object.hasOwn(siblings, name)) return siblings[name];
  if (name.includes('/')) return resolvePath(name, context);
  const placeholder = placeholders.get(name.toLowerCase());
  const resolvedArgs = args.map((element) =>
    typeof element === 'string' && element.startsWith('@')
      ? (expand(element, context) as Argument)
      : element,
  );
  return placeholder?.(...resolvedArgs);
}

/** Expands the placeholders in a text. A text that is only one placeholder gets the type of its value. */
function expand(text: string, context: EvaluationContext): unknown {
  context.budget.spend(text.length);
  let output = '';
  let at = 0;
  while (at < text.length) {
    const next = text.indexOf('@', at);
    if (next === -1) break;
    if (text[next - 1] === '\\') {
      output += `${text.slice(at, next - 1)}@`;
      at = next + 1;
      continue;
    }
    context.budget.enter(context.depth);
    const call = parsePlaceholder(text, next);
    const value = call && resolvePlaceholder(call.name, call.args, context);
    const end = call?.end ?? next + 1;
    if (value === undefined) output += text.slice(at, end);
    else if (next === 0 && end === text.length) return chargeBudget(value, context);
    else {
      const valueText = typeof value === 'string' ? value : JSON.stringify(value);
      context.budget.spend(valueText.length);
      output += text.slice(at, next) + valueText;
    }
    at = end;
  }
  return output + text.slice(at);
}

/** A referenced value is output again, so it counts against the budget again. */
function chargeBudget(value: unknown, { budget }: EvaluationContext): unknown {
  budget.spend(JSON.stringify(value).length);
  return value;
}

function makeText(text: string, rule: Rule, context: EvaluationContext): unknown {
  const count = resolveCount(rule);
  if (count === undefined) return expand(text, context);
  context.budget.spend(text.length * count);
  return expand(text.repeat(count), context);
}

function makeNumber(value: number, rule: Rule, { iteration }: EvaluationContext): number {
  if (rule.step !== undefined) return value + rule.step * iteration;
  const amount =
    rule.min === undefined
      ? value
      : rule.max === undefined
        ? rule.min
        : randomInteger(rule.min, rule.max);
  if (rule.digitsMin === undefined) return amount;
  return withDigits(amount, randomInteger(rule.digitsMin, rule.digitsMax ?? rule.digitsMin));
}

function makeBoolean(value: boolean, { min, max }: Rule): boolean {
  if (min === undefined) return value;
  const [yes, no] = max === undefined ? [1, 1] : [Math.max(0, min), Math.max(0, max)];
  return randomFraction() * (yes + no) < yes ? value : !value;
}

function makeList(list: readonly unknown[], rule: Rule, context: EvaluationContext): unknown {
  const inner = { ...context, depth: context.depth + 1 };
  if (rule.step !== undefined) {
    const at = (rule.step * context.iteration) % Math.max(1, list.length);
    return evaluate(list[at] ?? null, inner);
  }
  const count = resolveCount(rule);
  if (rule.min === 1 && rule.max === undefined) return evaluate(pick(list) ?? null, inner);
  context.budget.assertRepeatCount((count ?? 1) * list.length);
  const evaluated: unknown[] = [];
  for (let iteration = 0; iteration < (count ?? 1); iteration += 1)
    for (const element of list)
      evaluated.push(evaluate(element, count === undefined ? inner : { ...inner, iteration }));
  return evaluated;
}

function makeObject(object: Node, rule: Rule, context: EvaluationContext): Node {
  const count = resolveCount(rule);
  const keys = Object.keys(object);
  const chosen = new Set(count === undefined ? keys : shuffled(keys).slice(0, count));
  // No prototype, so that keys like `__proto__` have no special meaning.
  const evaluated = Object.create(null) as Record<string, unknown>;
  const inner = {
    ...context,
    depth: context.depth + 1,
    evaluated: [...context.evaluated, evaluated],
  };
  for (const key of keys) {
    if (!chosen.has(key)) continue;
    const own = parseRule(key);
    const name = String(expand(own.name, inner));
    evaluated[name] = evaluateWithRule(object[key], own, inner);
  }
  return evaluated;
}

const NO_RULE = parseRule('');

function evaluate(value: unknown, context: EvaluationContext): unknown {
  return evaluateWithRule(value, NO_RULE, context);
}

function evaluateWithRule(value: unknown, rule: Rule, context: EvaluationContext): unknown {
  context.budget.enter(context.depth);
  if (typeof value === 'string') return makeText(value, rule, context);
  if (typeof value === 'number') return makeNumber(value, rule, context);
  if (typeof value === 'boolean') return makeBoolean(value, rule);
  if (Array.isArray(value)) return makeList(value, rule, context);
  if (typeof value === 'object' && value !== null) return makeObject(value as Node, rule, context);
  return null;
}

/**
 * Evaluates a Mock.js template given as JSON. The template is data and is never executed as code. Exceeding a limit of
 * depth, count or length throws before memory is allocated.
 */
export function evaluateMock(template: unknown): unknown {
  const budget = createBudget();
  return evaluate(template, { budget, depth: 0, evaluated: [], iteration: 0 });
}
