import { describe, expect, it } from 'vitest';
import { toHtml } from './to-html.ts';

describe('a formula', () => {
  it.each([
    String.raw`\begin{pmatrix} a & b \\ c & d \end{pmatrix}`,
    String.raw`\begin{cases} x & x \ge 0 \\ -x & x < 0 \end{cases}`,
    String.raw`\begin{aligned} a &= b + c \\ &= d \end{aligned}`,
    String.raw`\begin{array}{|c|r:l|} \hline 1 & 2 & 3 \\ \hdashline 4 & 5 & 6 \\ \hline \end{array}`,
    String.raw`\overbrace{a+b}^{n} + \underbrace{c+d}_{m}`,
    String.raw`\vec{v} \hat{x} \widehat{abc} \overline{z} \overrightarrow{AB} \tilde{n}`,
    String.raw`\sqrt[3]{x} + \sqrt{\frac{1}{1+\frac{1}{x}}}`,
    String.raw`\sum_{i=0}^{n} \prod_{j} \int_0^\infty \oint \lim_{x \to 0} f(x)`,
    String.raw`\color{red} x \textcolor{#0a0}{y} \colorbox{yellow}{$z$} \fcolorbox{red}{white}{w}`,
    String.raw`\boxed{x} \cancel{y} \bcancel{z} \xcancel{w} \sout{abc} \not= `,
    String.raw`\xrightarrow[under]{over} \xleftrightharpoons{} \implies \iff`,
    String.raw`\left( \frac{a}{b} \middle\| c \right] \bigl\{ \Bigr| \Bigg\rangle`,
    String.raw`\mathbb{R} \mathcal{L} \mathfrak{g} \mathsf{x} \mathtt{y} \boldsymbol{\alpha}`,
    String.raw`\text{if } x \in A \quad \mathrm{d}x \, \; \! \hspace{1em} \rule{1em}{2pt}`,
    String.raw`x \tag{1}`,
    String.raw`\binom{n}{k} \dfrac{a}{b} \tfrac{a}{b} {a \choose b} \genfrac(]{0pt}{2}{a}{b}`,
    String.raw`\overset{!}{=} \underset{x}{\max} \stackrel{?}{=} \substack{a \\ b}`,
    String.raw`\Large A \small b \displaystyle \textstyle \phantom{x} \smash{y} \raisebox{0.2em}{z}`,
    String.raw`\mathrm{H_2O} \rightleftharpoons \mathrm{H}^+ + \mathrm{OH}^-`,
    String.raw`速度 = \frac{\text{距离}}{时间}，单位：\mathrm{m/s}`,
    String.raw`\begin{matrix} 1 \\ 2 \end{matrix} \begin{Vmatrix} x \end{Vmatrix} \begin{smallmatrix} y \end{smallmatrix}`,
    String.raw`\underline{x} \underleftarrow{y} \utilde{z} \overgroup{ab} \undergroup{cd}`,
    String.raw`\angl n \phase{-78} \text{\textcircled{a}} \copyright \S \verb|a b|`,
    String.raw`\KaTeX \LaTeX \TeX`,
  ])('is rendered: %s', (source) => {
    const { html } = toHtml(`$$\n${source}\n$$`);
    expect(html).toContain('class="katex"');
    expect(html).not.toContain('math-source');
    expect(html).not.toContain('katex-error');
  });

  it.each([
    ['the price', 'It costs $5 or $6.'],
    ['shell variables', 'cd $HOME/$USER and $a=$b;$c'],
    ['an unclosed formula', 'a $x and nothing more'],
    ['jQuery', "$('#a').hide($('#b'))"],
    ['space inside', 'a $ x $ b'],
    ['an empty line', '$$ $$'],
    ['four dollars', 'a $$$$ b'],
  ])('is not detected in: %s', (_name, markdown) => {
    expect(toHtml(markdown).hasMath).toBe(false);
    expect(toHtml(markdown).html).toContain(markdown.slice(0, 4));
  });

  it('that is too long, too deep or forbidden is shown as source or error without links', () => {
    const long = 'x'.repeat(5_000);
    expect(toHtml(`$$\n${long}\n$$`).html).toContain(`<code class="math-source">${long}</code>`);
    const deep = `${'{'.repeat(1_900)}x${'}'.repeat(1_900)}`;
    expect(toHtml(`$$\n${deep}\n$$`).html).toMatch(/math-source|katex/);
    expect(toHtml(String.raw`$\href{https://evil.example}{x}$`).html).not.toContain('href=');
  });
});
