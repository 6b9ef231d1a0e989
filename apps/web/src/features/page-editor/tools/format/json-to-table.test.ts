import { expect, it } from 'vitest';
import { jsonToTable } from './json-to-table.ts';

const labels = { name: 'Name', type: 'Type', remark: 'Remark' };

it('lists every field of a nested object, and the fields of array elements once', () => {
  const json = `{
    "error_code": 0, "price": 9.5, "ok": true, "note": null,
    "data": { "user": { "uid": 7, "name": "mei" } },
    "items": [{ "sku": "a", "tags": ["x"] }, { "sku": "b", "left": 3 }],
    "grid": [[1, 2]], "empty": {}
  }`;
  expect(jsonToTable(json, labels)).toBe(
    [
      '| Name | Type | Remark |',
      '| --- | --- | --- |',
      '| error_code | integer |  |',
      '| price | number |  |',
      '| ok | boolean |  |',
      '| note | null |  |',
      '| data | object |  |',
      '| data.user | object |  |',
      '| data.user.uid | integer |  |',
      '| data.user.name | string |  |',
      '| items | array |  |',
      '| items[].sku | string |  |',
      '| items[].tags | array |  |',
      '| items[].left | integer |  |',
      '| grid | array |  |',
      '| empty | object |  |',
    ].join('\n'),
  );
});

it('accepts a top-level array and joins the types of a field', () => {
  expect(jsonToTable('[{"id":1},{"id":"x"},{"id":null}]', labels)).toContain(
    '| [].id | integer, string |  |',
  );
  expect(jsonToTable('[{"a":null},{"a":2}]', labels)).toContain('| [].a | integer |  |');
});

it('escapes Markdown in field names', () => {
  expect(jsonToTable('{"a|b":1,"_x_":2,"<b>":3}', labels)?.split('\n').slice(2)).toEqual([
    String.raw`| a\|b | integer |  |`,
    String.raw`| \_x\_ | integer |  |`,
    String.raw`| \<b> | integer |  |`,
  ]);
});

it.each(['', '{', '{a:1}', 'undefined', '5', '"text"', '[]', '{}'])(
  'returns undefined for %j',
  (json) => {
    expect(jsonToTable(json, labels)).toBeUndefined();
  },
);

it('limits the depth and the number of rows', () => {
  const deep = `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`;
  expect(jsonToTable(deep, labels)?.split('\n').length).toBeLessThan(50);
  const wide = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`f${at}`, at]));
  expect(jsonToTable(JSON.stringify(wide), labels)?.split('\n').length).toBe(2002);
});
