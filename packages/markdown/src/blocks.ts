import type { ImageWidth } from './image-width.ts';

/** A page as plain data, for exports to formats other than HTML. */

export interface Marks {
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly strike?: boolean;
  readonly code?: boolean;
  readonly sup?: boolean;
  readonly href?: string;
}

export type Inline =
  | ({ readonly kind: 'text'; readonly text: string } & Marks)
  | { readonly kind: 'formula'; readonly source: string }
  | { readonly kind: 'break' }
  | ImageInline;

export interface ImageInline {
  readonly kind: 'image';
  readonly src: string;
  readonly alt: string;
  readonly title?: string;
  readonly width?: ImageWidth;
}

export type Align = 'left' | 'center' | 'right' | '';

export interface ListItem {
  /** Undefined if the item is not a task. */
  readonly checked: boolean | undefined;
  readonly blocks: readonly Block[];
}

export type Cell = readonly Inline[];

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly text: readonly Inline[] }
  | { readonly kind: 'figure'; readonly image: ImageInline; readonly caption: string }
  | {
      readonly kind: 'list';
      readonly ordered: boolean;
      readonly start: number;
      readonly items: readonly ListItem[];
    }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | { readonly kind: 'code'; readonly info: string; readonly code: string }
  | { readonly kind: 'formula'; readonly source: string }
  /** The mermaid source, and the original source. */
  | {
      readonly kind: 'diagram';
      readonly mermaid: string;
      readonly info: string;
      readonly code: string;
    }
  | {
      readonly kind: 'table';
      readonly aligns: readonly Align[];
      readonly head: readonly Cell[];
      readonly rows: readonly (readonly Cell[])[];
    }
  | {
      readonly kind: 'endpoint';
      readonly methods: readonly string[];
      readonly note: string;
      readonly url: string;
    }
  | { readonly kind: 'rule' };

/** The text without formatting, with line breaks. */
export function plainText(text: readonly Inline[]): string {
  return text
    .map((part) => {
      if (part.kind === 'text') return part.text;
      if (part.kind === 'formula') return part.source;
      return part.kind === 'break' ? '\n' : '';
    })
    .join('');
}
