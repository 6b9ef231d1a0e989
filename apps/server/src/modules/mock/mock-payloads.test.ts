import { describe, expect, it } from 'vitest';
import { MockLimitError } from './budget.ts';
import { evaluateMock } from './evaluate-mock.ts';
import {
  escapePayloads,
  exhaustionPayloads,
  prototypePayloads,
} from '../../../tests/helpers/mock-payloads.ts';

const polluted = () => ({}) as { polluted?: unknown };

describe('malicious mock templates', () => {
  it('are covered by more than 60 payloads', () => {
    expect(
      escapePayloads.length + prototypePayloads.length + exhaustionPayloads.length,
    ).toBeGreaterThan(60);
  });

  it.each(escapePayloads)('execute nothing and leak nothing: %s', (template) => {
    const made = JSON.stringify(evaluateMock(JSON.parse(template)));
    expect(made).not.toContain(String(process.pid));
    expect(made).not.toMatch(/\[native code\]|function Object|node:internal|"x":49|root:/);
    expect(made.length).toBeLessThan(30_000);
    expect(polluted().polluted).toBeUndefined();
  });

  it.each(prototypePayloads)('do not pollute prototypes: %s', (template) => {
    JSON.stringify(evaluateMock(JSON.parse(template)));
    expect(polluted().polluted).toBeUndefined();
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });

  it.each(exhaustionPayloads.map((template) => [template.slice(0, 60), template] as const))(
    'are rejected before they exhaust resources: %s',
    (_, template) => {
      expect(() => evaluateMock(JSON.parse(template))).toThrow(MockLimitError);
    },
  );
});
