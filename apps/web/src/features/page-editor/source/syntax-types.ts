import type { syntaxTree } from '@codemirror/language';

/** The types of CodeMirror's syntax tree, which its packages do not export. */

type SyntaxTree = ReturnType<typeof syntaxTree>;
export type SyntaxNode = SyntaxTree['topNode'];
export type SyntaxNodeRef = Parameters<Parameters<SyntaxTree['iterate']>[0]['enter']>[0];
