import type { StateCommand } from '@codemirror/state';
import { apiDocumentTemplate } from '@octavo/markdown/templates/api-document';
import { databaseDocumentTemplate } from '@octavo/markdown/templates/database-document';
import type { Language } from '@octavo/contract/entities';
import type { insert as texts } from '@octavo/texts/en/insert';
import {
  ArrowLeftRight,
  AtSign,
  Braces,
  ChevronsUpDown,
  Database,
  DatabaseZap,
  FileText,
  Heading1,
  Heading2,
  Heading3,
  Image,
  Info,
  LayoutTemplate,
  List,
  ListChecks,
  ListOrdered,
  ListTree,
  Minus,
  Network,
  PanelTop,
  Paperclip,
  Radical,
  Smile,
  SquareCode,
  Table,
  TextQuote,
  Workflow,
  Zap,
  type LucideIcon,
} from 'lucide-react';
import { codeBlock, horizontalRule, newTable } from '../../source/commands.ts';
import * as blocks from './block-commands.ts';

/** What an entry does: changes the text, or opens a menu, a file chooser or a dialog. */
export type EntryAction =
  | { readonly command: StateCommand }
  | { readonly text: (language: Language) => string }
  | { readonly menu: 'page' | 'person' | 'emoji' }
  | { readonly files: 'pictures' | 'any' }
  | { readonly tool: 'templates' | 'jsonToTable' | 'sqlToTable' };

/** The texts without values. */
type TextName = {
  [Name in keyof typeof texts]: (typeof texts)[Name] extends `${string}{${string}` ? never : Name;
}[keyof typeof texts];

export interface SlashEntry {
  readonly name: TextName;
  readonly icon: LucideIcon;
  /** The Markdown that it writes. */
  readonly mark?: string;
  /** The syllables of its Chinese name. */
  readonly pinyin: string;
  /** Other words that find it. */
  readonly words?: string;
  /** It fits into a table cell. */
  readonly isInline?: boolean;
  readonly action: EntryAction;
}

interface SlashGroup {
  readonly name: TextName;
  /** In the order of the columns. */
  readonly entries: readonly SlashEntry[];
}

/** Only what the renderer in packages/markdown supports. */
export const slashGroups: readonly SlashGroup[] = [
  {
    name: 'text',
    entries: [
      heading(1, Heading1, 'h1 title'),
      heading(2, Heading2, 'h2 subtitle'),
      heading(3, Heading3, 'h3'),
      {
        name: 'quote',
        icon: TextQuote,
        mark: '>',
        pinyin: 'yin yong',
        words: 'blockquote',
        action: { command: blocks.setLineMark('> ') },
      },
      {
        name: 'bulletList',
        icon: List,
        mark: '-',
        pinyin: 'wu xu lie biao',
        words: 'bullet unordered ul *',
        action: { command: blocks.setLineMark('- ') },
      },
      {
        name: 'numberedList',
        icon: ListOrdered,
        mark: '1.',
        pinyin: 'you xu lie biao',
        words: 'ordered ol',
        action: { command: blocks.setLineMark('1. ') },
      },
      {
        name: 'taskList',
        icon: ListChecks,
        mark: '- [ ]',
        pinyin: 'ren wu lie biao',
        words: 'todo checkbox 待办 daiban []',
        action: { command: blocks.setLineMark('- [ ] ') },
      },
      {
        name: 'rule',
        icon: Minus,
        mark: '---',
        pinyin: 'fen ge xian',
        words: 'hr divider line ***',
        action: { command: horizontalRule },
      },
    ],
  },
  {
    name: 'blocks',
    entries: [
      {
        name: 'table',
        icon: Table,
        mark: '| |',
        pinyin: 'biao ge',
        words: 'grid',
        action: { command: newTable },
      },
      {
        name: 'callout',
        icon: Info,
        mark: '> [!NOTE]',
        pinyin: 'ti shi kuai',
        words:
          'note tip warning danger alert 说明 注意 警告 危险 shuoming zhuyi jinggao weixian [!',
        action: { command: blocks.callout },
      },
      {
        name: 'details',
        icon: ChevronsUpDown,
        mark: '<details>',
        pinyin: 'zhe die kuai',
        words: 'fold toggle expand',
        action: { command: blocks.details },
      },
      {
        name: 'codeBlock',
        icon: SquareCode,
        mark: '```',
        pinyin: 'dai ma kuai',
        words: 'fence source snippet ~~~',
        action: { command: codeBlock },
      },
      {
        name: 'tabs',
        icon: PanelTop,
        pinyin: 'xuan xiang ka',
        words: 'code examples 标签页',
        action: { command: blocks.codeTabs },
      },
      {
        name: 'toc',
        icon: ListTree,
        mark: '[TOC]',
        pinyin: 'ye nei mu lu',
        words: 'toc outline 大纲',
        action: { command: blocks.tableOfContents },
      },
    ],
  },
  {
    name: 'diagrams',
    entries: [
      {
        name: 'mermaid',
        icon: Workflow,
        pinyin: 'mermaid tu biao',
        words: 'flowchart graph chart 流程图 liuchengtu ```mermaid',
        action: { command: blocks.mermaid },
      },
      {
        name: 'sequenceDiagram',
        icon: ArrowLeftRight,
        pinyin: 'shi xu tu',
        words: 'mermaid uml 顺序图',
        action: { command: blocks.sequenceDiagram },
      },
      {
        name: 'erDiagram',
        icon: Network,
        pinyin: 'er tu',
        words: 'mermaid entity relationship 实体关系图 表关系',
        action: { command: blocks.erDiagram },
      },
      {
        name: 'formula',
        icon: Radical,
        mark: '$$',
        pinyin: 'gong shi',
        words: 'math latex katex equation 数学',
        action: { command: blocks.formula },
      },
    ],
  },
  {
    name: 'files',
    entries: [
      {
        name: 'image',
        icon: Image,
        mark: '![ ]',
        pinyin: 'tu pian',
        words: 'picture photo screenshot img 截图 jietu',
        isInline: true,
        action: { files: 'pictures' },
      },
      {
        name: 'file',
        icon: Paperclip,
        pinyin: 'wen jian',
        words: 'attachment upload 附件 fujian',
        isInline: true,
        action: { files: 'any' },
      },
    ],
  },
  {
    name: 'octavo',
    entries: [
      {
        name: 'apiBlock',
        icon: Zap,
        pinyin: 'jie kou kuai',
        words: 'endpoint request',
        action: { text: apiDocumentTemplate },
      },
      {
        name: 'databaseBlock',
        icon: Database,
        pinyin: 'shu ju zi dian kuai',
        words: 'dictionary fields 数据库 shujuku',
        action: { text: databaseDocumentTemplate },
      },
      {
        name: 'template',
        icon: LayoutTemplate,
        pinyin: 'mu ban',
        action: { tool: 'templates' },
      },
      {
        name: 'jsonToTable',
        icon: Braces,
        mark: '{ }',
        pinyin: 'json zhuan biao ge',
        words: 'parameters 参数',
        action: { tool: 'jsonToTable' },
      },
      {
        name: 'pageLink',
        icon: FileText,
        mark: '[[',
        pinyin: 'ye mian lian jie',
        words: 'reference 引用页面 【【',
        isInline: true,
        action: { menu: 'page' },
      },
      {
        name: 'person',
        icon: AtSign,
        mark: '@',
        pinyin: 'ti ji cheng yuan',
        words: 'mention member user 提到',
        isInline: true,
        action: { menu: 'person' },
      },
      {
        name: 'emoji',
        icon: Smile,
        mark: ':',
        pinyin: 'biao qing',
        words: 'smiley symbol 符号',
        isInline: true,
        action: { menu: 'emoji' },
      },
      {
        name: 'sqlToTable',
        icon: DatabaseZap,
        pinyin: 'sql zhuan biao ge',
        words: 'create table ddl',
        action: { tool: 'sqlToTable' },
      },
    ],
  },
];

function heading(level: 1 | 2 | 3, icon: LucideIcon, words: string): SlashEntry {
  const mark = '#'.repeat(level);
  return {
    name: `heading${level}`,
    icon,
    mark,
    pinyin: `biao ti ${level}`,
    words,
    action: { command: blocks.setLineMark(`${mark} `) },
  };
}
