import type { EditorView } from '@codemirror/view';
import type { FileUploads } from '../attachments/upload-files.ts';
import type { EditorTool } from '../tools/editor-tools.tsx';
import type { InsertController } from './insert-controller.ts';

export interface InsertMenuProps {
  controller: InsertController;
  view: EditorView;
  item_id: number;
  /** 0 until the first save. */
  page_id: number;
  /** The catalog of the page; 0 is the root. */
  cat_id: number;
  uploads: FileUploads;
  onTool: (tool: EditorTool) => void;
}
