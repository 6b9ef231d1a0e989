import { label, linesOf, message } from './label.ts';

const TITLE = /^title\s*:\s*(.+)$/i;
const PARTICIPANT = /^participant\s+(.+?)(?:\s+as\s+(\S+))?$/i;
const NOTE = /^note\s+(left of|right of|over)\s+([^:]+):\s*(.*)$/i;
const SIGNAL = /^([^-:>]+?)\s*(-->>|->>|-->|->)\s*([^-:>]+?)\s*:\s*(.*)$/;

/** Arrow heads of js-sequence-diagrams: filled for `->`, open for `->>`. */
const ARROWS: Readonly<Record<string, string>> = {
  '->': '->>',
  '-->': '-->>',
  '->>': '-)',
  '-->>': '--)',
};

/** Converts js-sequence-diagrams syntax to mermaid; undefined if a line is not supported. */
export function sequenceToMermaid(source: string): string | undefined {
  const actors = new Map<string, string>();
  const lines: string[] = [];
  let title = '';
  const actor = (name: string) => {
    const known = actors.get(name.trim());
    if (known) return known;
    const id = `p${actors.size}`;
    actors.set(name.trim(), id);
    return id;
  };
  for (const line of linesOf(source)) {
    if (line.startsWith('#')) continue;
    const [heading, participant, note, signal] = [TITLE, PARTICIPANT, NOTE, SIGNAL].map((form) =>
      form.exec(line),
    );
    if (heading) title = message(heading[1] ?? '');
    else if (participant) {
      const id = actor(participant[1] ?? '');
      if (participant[2]) actors.set(participant[2], id);
    } else if (note) {
      const over = (note[2] ?? '').split(',').map(actor).join(',');
      lines.push(`Note ${note[1]?.toLowerCase()} ${over}: ${message(note[3] ?? '')}`);
    } else if (signal) {
      const arrow = ARROWS[signal[2] ?? ''] ?? '->>';
      const [from, to] = [actor(signal[1] ?? ''), actor(signal[3] ?? '')];
      lines.push(`${from}${arrow}${to}: ${message(signal[4] ?? '')}`);
    } else return undefined;
  }
  if (lines.length === 0) return undefined;
  const seen = new Set<string>();
  const declared = [...actors].filter(([, id]) => !seen.has(id) && seen.add(id));
  return [
    'sequenceDiagram',
    ...(title ? [`title ${title}`] : []),
    ...declared.map(([name, id]) => `participant ${id} as ${label(name).slice(1, -1)}`),
    ...lines,
  ].join('\n');
}
