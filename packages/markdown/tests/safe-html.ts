/**
 * An independent checker for safe HTML, stricter than a browser's parser: everything that is not listed
 * here is reported as a problem.
 */
const TAGS = new Set(
  (
    'a abbr audio b bdi big blockquote br caption center cite code col colgroup dd del details dfn ' +
    'div dl dt em figcaption figure font h1 h2 h3 h4 h5 h6 hr i img input ins kbd label li mark ol p ' +
    'pre q rp rt ruby s samp section small source span strike strong sub summary sup table tbody td ' +
    'tfoot th thead tr tt u ul var video wbr'
  ).split(' '),
);
const FORMULA_TAGS = new Set(
  (
    'annotation math menclose mfrac mi mlabeledtr mn mo mover mpadded mphantom mroot mrow ms mspace ' +
    'msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover semantics span svg path line'
  ).split(' '),
);
const VOID = new Set(['br', 'col', 'hr', 'img', 'input', 'source', 'wbr']);
const ATTRIBUTES = new Set(
  (
    'align alt checked class color colspan controls data-callout data-copy data-label data-lang ' +
    'data-line data-lines data-required data-role data-title data-word decoding disabled height href ' +
    'id loading open preload referrerpolicy rel reversed role rowspan scope size span src start ' +
    'tabindex target title type value width'
  ).split(' '),
);
const FORMULA_ATTRIBUTES = new Set(
  (
    'accent accentunder aria-hidden class columnalign columnlines columnspacing d depth display ' +
    'displaystyle encoding fence height largeop linethickness lspace mathbackground mathcolor ' +
    'mathsize mathvariant maxsize minsize movablelimits notation preserveAspectRatio rowlines ' +
    'rowspacing rspace scriptlevel separator side stretchy stroke-width style symmetric title ' +
    'viewBox voffset width x1 x2 xmlns y1 y2'
  ).split(' '),
);
const CLASSES =
  /^(?:callout(?:-\w+)?|code(?:-tabs|-hint)?|cut|endpoint(?:-\w+)?|external|footnote(?:s|-ref|-back)|group|hljs-[\w-]+|\w+_|language-\S+|math-(?:block|source)|mermaid|method(?:-\w+)?|page-break|params|parent|table-wrap|tasks?|toc(?:-[1-6])?)$/;
const STYLE =
  /^(?:[a-z-]+: ?(?!.*(?:url|expression|fixed|absolute|sticky))[\w .#%(),+-]*(?:;|$))*$/;
const PIECE =
  /([^<>]+)|<\/([a-zA-Z0-9]+)>|<([a-zA-Z0-9]+)((?: [a-zA-Z0-9-]+(?:="[^"<>]*")?)*) ?\/?>/y;

/** Everything in the HTML that is not in the lists above. */
export function problemsIn(html: string): string[] {
  const problems: string[] = [];
  const open: { tag: string; isFormula: boolean }[] = [];
  PIECE.lastIndex = 0;
  while (PIECE.lastIndex < html.length) {
    const from = PIECE.lastIndex;
    const piece = PIECE.exec(html);
    if (!piece) return [...problems, `not plain HTML: ${html.slice(from, from + 60)}`];
    const [text, , closed, opened, attributes = ''] = piece;
    if (closed && open.pop()?.tag !== closed) problems.push(`closes what is not open: ${closed}`);
    if (!opened) continue;
    const isFormula = open.at(-1)?.isFormula === true || attributes.includes(' class="katex');
    problems.push(...tagProblems(opened, attributes, isFormula));
    if (!VOID.has(opened) && !text.endsWith('/>')) open.push({ tag: opened, isFormula });
  }
  if (open.length > 0) problems.push(`left open: ${open.map(({ tag }) => tag).join(' ')}`);
  return problems;
}

function tagProblems(tag: string, attributes: string, isFormula: boolean): string[] {
  const problems: string[] = [];
  if (!(isFormula ? FORMULA_TAGS : TAGS).has(tag)) problems.push(`tag ${tag}`);
  for (const [, name = '', written = ''] of attributes.matchAll(/ ([\w-]+)(?:="([^"]*)")?/g)) {
    const value = decoded(written);
    if (!(isFormula ? FORMULA_ATTRIBUTES : ATTRIBUTES).has(name)) problems.push(`${tag} ${name}`);
    if (name === 'id' && !value.startsWith('user-content-')) problems.push(`id ${value}`);
    if (name === 'style' && !STYLE.test(value)) problems.push(`style ${value}`);
    if (name === 'xmlns' && !value.startsWith('http://www.w3.org/'))
      problems.push(`xmlns ${value}`);
    if (/&(?!(?:amp|lt|gt|quot|#x27);)/.test(written)) problems.push(`entity in ${written}`);
    if ((name === 'href' || name === 'src') && !isSafeAddress(tag, value)) {
      problems.push(`${tag} ${name} ${value}`);
    }
    if (name === 'class' && !isFormula) {
      const unknown = value.split(' ').filter((word) => word !== '' && !CLASSES.test(word));
      problems.push(...unknown.map((word) => `class ${word}`));
    }
  }
  return problems;
}

/** Resolves the URL as a browser does, independent of `isSafeLink`. */
function isSafeAddress(tag: string, address: string): boolean {
  const url = URL.parse(address, 'https://site.example/');
  if (!url) return true;
  if (tag === 'img' && /^data:image\/(?:png|jpe?g|gif|webp);base64,/i.test(address)) return true;
  return ['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol);
}

function decoded(value: string): string {
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };
  return value.replace(
    /&(amp|lt|gt|quot|#x27);/g,
    (entity, name: string) => entities[name] ?? entity,
  );
}
