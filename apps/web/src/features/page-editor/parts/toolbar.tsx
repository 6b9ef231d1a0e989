import { redo, undo } from '@codemirror/commands';
import type { StateCommand } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { TextKey } from '@octavo/texts/translate';
import {
  Bold,
  Code,
  Heading,
  Italic,
  Link,
  List,
  ListChecks,
  ListOrdered,
  Minus,
  Redo2,
  SquareCode,
  Strikethrough,
  TextQuote,
  Undo2,
  type LucideIcon,
} from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import * as commands from '../source/commands.ts';
import { TableMenu } from './table-menu.tsx';
import styles from './toolbar.module.css';

interface Tool {
  readonly label: Extract<TextKey, `editor.${string}`>;
  readonly icon: LucideIcon;
  readonly run: StateCommand;
  readonly keys?: string;
}

const groups = [
  [
    { label: 'editor.undo', icon: Undo2, run: undo, keys: 'Ctrl+Z' },
    { label: 'editor.redo', icon: Redo2, run: redo, keys: 'Ctrl+Y' },
  ],
  [
    { label: 'editor.heading', icon: Heading, run: commands.cycleHeading },
    { label: 'editor.bold', icon: Bold, run: commands.bold, keys: 'Ctrl+B' },
    { label: 'editor.italic', icon: Italic, run: commands.italic, keys: 'Ctrl+I' },
    { label: 'editor.strike', icon: Strikethrough, run: commands.strikethrough },
    { label: 'editor.quote', icon: TextQuote, run: commands.quote },
    { label: 'editor.code', icon: Code, run: commands.inlineCode },
  ],
  [
    { label: 'editor.bulletList', icon: List, run: commands.bulletList },
    { label: 'editor.numberedList', icon: ListOrdered, run: commands.numberedList },
    { label: 'editor.taskList', icon: ListChecks, run: commands.taskList },
  ],
  [
    { label: 'editor.link', icon: Link, run: commands.insertLink, keys: 'Ctrl+K' },
    { label: 'editor.codeBlock', icon: SquareCode, run: commands.codeBlock },
    { label: 'editor.rule', icon: Minus, run: commands.horizontalRule },
  ],
] as const satisfies readonly (readonly Tool[])[];

interface ToolbarProps {
  view: EditorView | null;
  /** The buttons that insert images and files. */
  inserts: ReactNode;
  /** The button of the menu with everything that can be inserted. */
  insertMenu: ReactNode;
  /** Templates, format tools and other tools. */
  tools: ReactNode;
  /** Shown at the right end. */
  children: ReactNode;
}

export function Toolbar({ view, inserts, insertMenu, tools, children }: ToolbarProps) {
  const { t } = useText();
  const runCommand = (run: StateCommand) => {
    if (!view) return;
    run(view);
    view.focus();
  };
  return (
    <section className={styles.bar} aria-label={t('editor.tools')}>
      <div className={styles.tools} role="toolbar" aria-label={t('editor.toolbar')}>
        {groups.map((group, at) => (
          <Fragment key={group[0]?.label}>
            {at > 0 && <span className={styles.line} />}
            {group.map(({ label, icon: Icon, run, ...rest }) => (
              <IconButton
                key={label}
                label={t(label)}
                aria-keyshortcuts={
                  'keys' in rest ? rest.keys.replace('Ctrl', 'Control') : undefined
                }
                onClick={() => runCommand(run)}
              >
                <Icon />
              </IconButton>
            ))}
          </Fragment>
        ))}
        <TableMenu view={view} />
        <span className={styles.inserts}>{inserts}</span>
        <span className={styles.line} />
        <span className={styles.inserts}>{insertMenu}</span>
        {tools}
      </div>
      <div className={styles.view}>{children}</div>
    </section>
  );
}
