import { label, linesOf } from './label.ts';

const NODE = /^([^\s=>]+)=>(\w+)(?::([^|]*))?(?:\|.*)?$/;
const STEP = /^([^\s()]+)(?:\(([^)]*)\))?$/;

const SHAPES: Readonly<Record<string, (text: string) => string>> = {
  start: (text) => `([${text}])`,
  end: (text) => `([${text}])`,
  operation: (text) => `[${text}]`,
  subroutine: (text) => `[[${text}]]`,
  condition: (text) => `{${text}}`,
  inputoutput: (text) => `[/${text}/]`,
  input: (text) => `[/${text}/]`,
  output: (text) => `[/${text}/]`,
  parallel: (text) => `[${text}]`,
};

/** Converts flowchart.js syntax to mermaid; undefined if a line is not supported. */
export function flowToMermaid(source: string): string | undefined {
  const names = new Map<string, string>();
  const nodes: string[] = [];
  const arrows: string[] = [];
  for (const line of linesOf(source)) {
    const node = NODE.exec(line);
    if (node) {
      const [, name = '', kind = '', text = name] = node;
      const shape = Object.hasOwn(SHAPES, kind) ? SHAPES[kind] : undefined;
      if (!shape || names.has(name)) return undefined;
      names.set(name, `n${names.size}`);
      nodes.push(`${names.get(name)}${shape(label(text.replace(/:>\S+$/, '')))}`);
      continue;
    }
    const path = arrowsOf(line, names);
    if (!path) return undefined;
    arrows.push(...path);
  }
  return nodes.length === 0 ? undefined : ['flowchart TD', ...nodes, ...arrows].join('\n');
}

/** `cond(yes, right)->op->e`: the answer becomes the label of the arrow; the direction is ignored. */
function arrowsOf(line: string, names: ReadonlyMap<string, string>): string[] | undefined {
  const steps = line.split('->').map((step) => STEP.exec(step.trim()));
  if (steps.length < 2) return undefined;
  const found: string[] = [];
  for (const [index, step] of steps.entries()) {
    const from = names.get(step?.[1] ?? '');
    if (from === undefined) return undefined;
    const next = steps[index + 1];
    if (next === undefined) break;
    const to = names.get(next?.[1] ?? '');
    if (to === undefined) return undefined;
    const answer = (step?.[2] ?? '').split(',')[0]?.trim() ?? '';
    const plain = answer === '' || /^(?:left|right|top|bottom)$/.test(answer);
    found.push(plain ? `${from} --> ${to}` : `${from} -->|${label(answer)}| ${to}`);
  }
  return found;
}
