import { describe, expect, it } from 'vitest';
import { formulaOmml } from './omml.ts';

const RUN = /<m:r>(?:<m:rPr>(.*?)<\/m:rPr>)?<m:t xml:space="preserve">([^<]*)<\/m:t><\/m:r>/g;

/** Office Math without namespace prefixes, and with runs reduced to their text. */
function brief(source: string, displayMode = true): string {
  const xml = formulaOmml(source, displayMode) ?? '';
  return xml
    .replaceAll(RUN, '$2')
    .replaceAll(/<m:r><m:t>\u200b<\/m:t><\/m:r>/g, '∅')
    .replaceAll(/(<\/?)m:/g, '$1')
    .replaceAll(/ m:val="([^"]*)"\/>/g, '=$1>')
    .replaceAll(/<\/?oMath>/g, '');
}

/** The styles of the runs of a formula. */
function styles(source: string): string[] {
  const runs = (formulaOmml(source, true) ?? '').matchAll(RUN);
  return Array.from(runs, ([, style = '', text = '']) => `${text} ${style}`.trim());
}

function isBalanced(xml: string): boolean {
  const open: string[] = [];
  for (const [, closing, tag = '', isEmpty] of xml.matchAll(/<(\/?)([\w:]+)[^>]*?(\/?)>/g))
    if (closing) {
      if (open.pop() !== tag) return false;
    } else if (!isEmpty) open.push(tag);
  return open.length === 0;
}

const raw = String.raw;

describe('a formula in Office Math', () => {
  it.each([
    ['a fraction', raw`\frac{a}{b+1}`, '<f><num>a</num><den>b+1</den></f>'],
    [
      'a binomial',
      raw`\binom{n}{k}`,
      '<d><dPr><begChr=(><endChr=)></dPr><e><f><fPr><type=noBar></fPr><num>n</num><den>k</den></f></e></d>',
    ],
    ['a square root', raw`\sqrt{x}`, '<rad><radPr><degHide=1></radPr><deg/><e>x</e></rad>'],
    ['a root', raw`\sqrt[3]{x}`, '<rad><deg>3</deg><e>x</e></rad>'],
    ['an index', 'x_i', '<sSub><e>x</e><sub>i</sub></sSub>'],
    ['a power', 'x^{2n}', '<sSup><e>x</e><sup>2n</sup></sSup>'],
    ['both', 'x_i^2', '<sSubSup><e>x</e><sub>i</sub><sup>2</sup></sSubSup>'],
    ['a prime', "f'", '<sSup><e>f</e><sup>′</sup></sSup>'],
    ['a power without a base', '{}^a', '<sSup><e>∅</e><sup>a</sup></sSup>'],
    [
      'a sum with limits, up to the next operator',
      raw`\sum_{i=0}^{n} i^2 + 1`,
      '<nary><naryPr><chr=∑><limLoc=undOvr></naryPr><sub>i=0</sub><sup>n</sup>' +
        '<e><sSup><e>i</e><sup>2</sup></sSup></e></nary>+1',
    ],
    [
      'a sum of brackets',
      raw`\sum_i (a+b) = c`,
      '<nary><naryPr><chr=∑><limLoc=undOvr><supHide=1></naryPr><sub>i</sub><sup>∅</sup><e>(a+b)</e></nary>=c',
    ],
    [
      'an integral',
      raw`\int_0^\infty f`,
      '<nary><naryPr><chr=∫><limLoc=subSup></naryPr><sub>0</sub><sup>∞</sup><e>f</e></nary>',
    ],
    [
      'an integral inside another',
      raw`\int \oint_C f`,
      '<nary><naryPr><chr=∫><limLoc=subSup><subHide=1><supHide=1></naryPr><sub>∅</sub><sup>∅</sup><e>' +
        '<nary><naryPr><chr=∮><limLoc=subSup><supHide=1></naryPr><sub>C</sub><sup>∅</sup><e>f</e></nary></e></nary>',
    ],
    [
      'a limit',
      raw`\lim_{x \to 0} f(x)`,
      '<func><fName><limLow><e>lim</e><lim>x→0</lim></limLow></fName><e>f</e></func>(x)',
    ],
    ['a function', raw`\sin x + 1`, '<func><fName>sin</fName><e>x</e></func>+1'],
    ['a function of brackets', raw`\cos(2x)`, '<func><fName>cos</fName><e>(2x)</e></func>'],
    [
      'a function with an index',
      raw`\log_2 n`,
      '<func><fName><sSub><e>log</e><sub>2</sub></sSub></fName><e>n</e></func>',
    ],
    [
      'a matrix',
      raw`\begin{pmatrix} a & b \\ c & d \end{pmatrix}`,
      '<d><dPr><begChr=(><endChr=)></dPr><e><m><mPr><plcHide=1><mcs>' +
        '<mc><mcPr><count=1><mcJc=center></mcPr></mc>'.repeat(2) +
        '</mcs></mPr><mr><e>a</e><e>b</e></mr><mr><e>c</e><e>d</e></mr></m></e></d>',
    ],
    [
      'cases',
      raw`\begin{cases} x & x \ge 0 \\ -x & \text{else} \end{cases}`,
      '<d><dPr><begChr={><endChr=></dPr><e><m><mPr><plcHide=1><mcs>' +
        '<mc><mcPr><count=1><mcJc=left></mcPr></mc>'.repeat(2) +
        '</mcs></mPr><mr><e>x</e><e>x≥0</e></mr><mr><e>−x</e><e>else</e></mr></m></e></d>',
    ],
    [
      'aligned lines',
      raw`\begin{aligned} a &= b \\ &= c \end{aligned}`,
      '<m><mPr><plcHide=1><cGpRule=3><cGp=0><mcs><mc><mcPr><count=1><mcJc=right></mcPr></mc>' +
        '<mc><mcPr><count=1><mcJc=left></mcPr></mc></mcs></mPr>' +
        '<mr><e>a</e><e>=b</e></mr><mr><e></e><e>=c</e></mr></m>',
    ],
    [
      'brackets that grow',
      raw`\left( \frac{a}{b} \middle| c \right]`,
      '<d><dPr><begChr=(><sepChr=|><endChr=]></dPr><e><f><num>a</num><den>b</den></f></e><e>c</e></d>',
    ],
    [
      'a single bracket',
      raw`\left. x \right|_a`,
      '<sSub><e><d><dPr><begChr=><endChr=∣></dPr><e>x</e></d></e><sub>a</sub></sSub>',
    ],
    ['brackets of one size', raw`\bigl( x \bigr)`, '(x)'],
    ['a hat', raw`\hat{x}`, '<acc><accPr><chr=\u0302></accPr><e>x</e></acc>'],
    ['a vector', raw`\vec{v}`, '<acc><accPr><chr=\u20d7></accPr><e>v</e></acc>'],
    ['a bar', raw`\overline{ab}`, '<bar><barPr><pos=top></barPr><e>ab</e></bar>'],
    ['a line below', raw`\underline{x}`, '<bar><barPr><pos=bot></barPr><e>x</e></bar>'],
    [
      'a brace with a text',
      raw`\underbrace{a+b}_{n}`,
      '<limLow><e><groupChr><groupChrPr><chr=⏟><pos=bot><vertJc=top></groupChrPr><e>a+b</e></groupChr></e><lim>n</lim></limLow>',
    ],
    [
      'an arrow with texts',
      raw`\xrightarrow[u]{o}`,
      '<limLow><e><limUpp><e>→</e><lim>o</lim></limUpp></e><lim>u</lim></limLow>',
    ],
    ['a symbol above a symbol', raw`a \overset{!}{=} b`, 'a<limUpp><e>=</e><lim>!</lim></limUpp>b'],
    ['a box', raw`\boxed{x}`, '<borderBox><e>x</e></borderBox>'],
    ['XML characters', raw`a < b \& c`, 'a&lt;b&amp;c'],
    ['words', raw`\text{if } x`, 'if x'],
    ['a tag', raw`x \tag{1}`, 'x\u2003(1)'],
  ])('keeps %s', (_name, source, expected) => {
    expect(brief(source).replaceAll('\u00a0', ' ')).toBe(expected);
  });

  it('has limits beside an inline sum', () => {
    expect(brief(raw`\sum_{i}^{n} i`, false)).toContain('<limLoc=subSup>');
  });

  it('has upright, italic and bold letters, and those of other alphabets', () => {
    const script = (name: string) => `<m:scr m:val="${name}"/><m:sty m:val="p"/>`;
    expect(
      styles(
        raw`x \alpha \Gamma \mathrm{d} \mathbf{v} \boldsymbol{\beta} \mathbb{R} \mathcal{L} \mathfrak{g} 12 \text{速度}`,
      ),
    ).toEqual([
      'x',
      'α',
      'Γ <m:sty m:val="p"/>',
      'd <m:sty m:val="p"/>',
      'v <m:sty m:val="b"/>',
      'β <m:sty m:val="bi"/>',
      `R ${script('double-struck')}`,
      `L ${script('script')}`,
      `g ${script('fraktur')}`,
      '12 <m:sty m:val="p"/>',
      '速度 <m:nor/>',
    ]);
  });

  it.each([
    raw`\begin{array}{|c|r:l|} \hline 1 & 2 & 3 \\ \hdashline 4 & 5 & 6 \\ \hline \end{array}`,
    raw`\textcolor{#0a0}{y} \colorbox{yellow}{$z$} \cancel{y} \xcancel{w} \sout{abc} \phantom{x}`,
    raw`\xleftrightharpoons{} \implies \iff \Bigg\rangle \genfrac(]{0pt}{2}{a}{b} \substack{a \\ b}`,
    raw`\Large A \raisebox{0.2em}{z} \hspace{1em} \rule{1em}{2pt} \KaTeX a \\ b`,
    raw`\underleftarrow{y} \utilde{z} \overgroup{ab} \angl n \phase{-78} \text{\textcircled{a}}`,
    raw`\sum \frac{}{} \sqrt{} x_{} \sin \bigcup_{i \in I} \prod`,
  ])('is well-formed: %s', (source) => {
    const xml = formulaOmml(source, true) ?? '';
    expect(xml).toMatch(/^<m:oMath>.+<\/m:oMath>$/s);
    expect(isBalanced(xml)).toBe(true);
    expect(xml).not.toMatch(/annotation|<m(?:row|frac|text|style)|undefined/);
  });

  it('is undefined when it cannot be parsed, and may be nested deeply', () => {
    expect(formulaOmml(raw`\frac{a}`, true)).toBeUndefined();
    const deep = `${raw`\sqrt{`.repeat(600)}x${'}'.repeat(600)}`;
    expect(isBalanced(formulaOmml(deep, true) ?? '')).toBe(true);
  });
});
