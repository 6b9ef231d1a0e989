import { expect, it } from 'vitest';
import { beautifyJson } from './beautify-json.ts';

it('puts one value on a line', () => {
  expect(beautifyJson('{"a":[1,{"b":"x, {y}: \\" z"}],"c":{},"d":[],"e":null}')).toBe(`{
  "a": [
    1,
    {
      "b": "x, {y}: \\" z"
    }
  ],
  "c": {},
  "d": [],
  "e": null
}`);
});

it('preserves digits beyond double precision and duplicate keys', () => {
  expect(beautifyJson('{"id":12345678901234567890,"x":1.0,"x":1e2}')).toBe(
    '{\n  "id": 12345678901234567890,\n  "x": 1.0,\n  "x": 1e2\n}',
  );
});

it('produces the same output as JSON.stringify', () => {
  const value = { list: [[], [1, -2.5e-7], { 'k "q"': '\u2028\\' }], t: true, f: false };
  expect(beautifyJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
});

it.each(['', '{a:1}', '[1,]', 'not json', '{"a":1'])('leaves %j unchanged', (text) => {
  expect(beautifyJson(text)).toBe(text);
});
