import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const COUNT = 500;
const root = join(import.meta.dirname, '../../../../../../..');
const FILES = [
  'packages/markdown/tests/golden/*.md',
  'packages/markdown/tests/xss-payloads/*',
  'apps/server/content/**/*.md',
  'docs/**/*.md',
];

/** One text for each syntax and each kind of bytes that an editor could rewrite. */
const SAMPLES = [
  'Line ends of Windows\r\n\r\n- item\r\n  - inner\r\n\r\n|A|B|\r\n|--|--|\r\n|1|2|\r\n',
  'Mixed ends\r\n\nold Mac\rone more\n\r\n```js\r\nlet a;\n```\r\n',
  '\tcode by tab\n\n-\titem\n\t-\tinner\n\n1.\tone\n\n\t\tcode in an item\n\n| a\t|\tb |\n|---|---|\n|\t1|2\t|\n',
  'Two spaces  \nbreak the line   \n\t \n   \n- item  \n\n> quote \t\n\n```  \ncode  \n```  \n \n',
  '* a\n    + b\n        - c\n            1) d\n                * e\n                    - f\n                        - g\n* [ ] task\n  * [X] inner\n\n    second paragraph\n\n10. ten\n11. eleven\n',
  '| a \\| b | `c|d` |\n|:-:|--:|\n| one\n| one | two | three |\n||\n| | |\n\na|b\n-|-\n1|2\n\n|no head|\n',
  '<div align="center">\n\n**bold** in HTML\n\n</div>\n\n<details><summary>More</summary>\ntext\n</details>\n\n<!-- note -->\n\na<br>b <kbd>Ctrl</kbd> &amp; &copy; <b>open\n\n<p>\n',
  '~~~json\n{ "a": 1 }\n~~~\n\n~~~~\n~~~\nnested\n~~~\n~~~~\n\n````md\n```\ninner\n```\n````\n\n```mermaid\ngraph TD\n  A --> B\n```\n\n~~~\nnever closed\n',
  '$$\n\\frac{a}{b}\n$$\n\nInline $x^2$, $5 and 6$, \\$7.\n\n$$ \\sum_{i=0}^n i $$\n\n$$\n\\broken{\n$$\n\n\\\\(a\\\\)\n',
  'Text[^1] and[^note] more.\n\n[^1]: First.\n[^note]: Second\n    with a line.\n\n[ref]: https://docs.example/a "Title"\n\n[Link][ref] [^1]\n',
  '---\ntitle: "Front matter"\ntags: [a, b]\n---\n\n# Title #\n\nSetext\n===\n\nOther\n---\n\n***\n___\n- - -\n',
  '# 标题 🚀\n\n**重点**：中文，全角（括号）。\u3000全角空格\n\n👩‍👩‍👧‍👦 🇩🇪 é e\u0301 עברית العربية\n\n- 列表　項目\n\n|名称|说明|\n|:--|:--|\n|订单|😀|\n',
  'No final newline',
  'Many final newlines\n\n\n\n\n',
  '\n\n  \nBlank lines first\n\n\n\nand between\n',
  '\uFEFFA byte order mark\n\nno-break\u00A0space, soft\u00ADhyphen, line\u2028separator, next\u0085line, zero\u200Bwidth\n',
  'Quotes\n\n> [!NOTE]\n> Callout\n>\n> > inner\n> - item\n>   ```\n>   code\n>   ```\nlazy line\n\n>no space\n> > > deep\n',
  'An endpoint\n\n**GET** `/v2/orders`\n\n**Request URL:**\n- `https://api.example/v2/orders`\n\n**Method:**\n- POST\n\n[TOC]\n\n[TOCM]\n',
  '![a](/favicon.svg) ![](</a b.png> "t")\n\n![wide](/favicon.svg =300x)\n\n<img src="/favicon.svg" width="20">\n\n[![in](/favicon.svg)](https://docs.example)\n\n![broken](\n',
  '**a*b**c* __d_ ~~e~ `f`` g\\*h [i](j [k]( <l> http://m.example/?a=b&c=d <n@o.example> ==p== ^q^ H~2~O\n',
];

/** A generator of numbers from 0 to 1 that depends on the seed alone. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const MARKS = [
  '**',
  '`',
  '```',
  '~~~',
  '$$',
  '|',
  '> ',
  '- [ ] ',
  '\t',
  '  ',
  '\\',
  '<b>',
  '![',
  '](',
  '[^1]',
  '中',
  '🚀',
];

/**
 * 500 documents that Live must not change: first the samples, then the texts of the repository and variations of them
 * with other line ends, indentation and halves of blocks, in an order that depends on the seed.
 */
export function liveDocuments(seed: number): string[] {
  const next = createRandom(seed);
  const pick = <T>(list: readonly [T, ...T[]]): T =>
    list[Math.floor(next() * list.length)] ?? list[0];
  const change = (text: string, pattern: RegExp, to: string, share: number) =>
    text.replaceAll(pattern, (found) => (next() < share ? to : found));
  const [first = '', ...others] = globSync(FILES, { cwd: root })
    .toSorted()
    .map((file) => readFileSync(join(root, file), 'utf8').replaceAll('\r\n', '\n'));
  const texts: readonly [string, ...string[]] = [first, ...others];
  const variations: readonly [(text: string) => string, ...((text: string) => string)[]] = [
    (text) => text.replaceAll('\n', '\r\n'),
    (text) => change(text, /\n/g, '\r\n', 0.3),
    (text) => change(text, /^ {2,4}/gm, '\t', 0.7),
    (text) => change(text, /$/gm, pick([' ', '  ', '\t']), 0.3),
    (text) => change(text, /^(?=- )/gm, pick(['  ', '    ', '\t']), 0.5),
    (text) => change(text, /\|/g, pick(['\\|', '||', ' | ']), 0.2),
    (text) => change(text, /^```/gm, '~~~', 0.8),
    (text) => change(text, /\n\n/g, '\n', 0.3),
    (text) => text.replaceAll(/^/gm, pick(['> ', '    ', '- '])),
    (text) => `---\ntitle: Variation\n---\n${text}`,
    (text) => text.slice(Math.floor(next() * 50)),
    (text) => text.trimEnd() + pick(['', '\n\n', ' ']),
  ];
  const insertMark = (text: string) => {
    const at = Math.floor(next() * text.length);
    return text.slice(0, at) + MARKS[Math.floor(next() * MARKS.length)] + text.slice(at);
  };
  const vary = () => {
    let text = next() < 0.5 ? pick(texts) : `${pick(texts)}\n${pick(texts)}`;
    for (let count = 0; count < 6; count += 1) text = insertMark(text);
    text = pick(variations)(pick(variations)(text));
    // Half of an emoji cannot be stored.
    return text.toWellFormed();
  };
  const rest = [...texts];
  while (rest.length < COUNT - SAMPLES.length) rest.push(vary());
  const shuffled = rest
    .map((text) => ({ text, order: next() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ text }) => text);
  return [...SAMPLES, ...shuffled].slice(0, COUNT);
}
