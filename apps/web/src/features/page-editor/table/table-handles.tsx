import type { EditorView } from '@codemirror/view';
import { useSyncExternalStore } from 'react';
import type { TableController } from './table-controller.ts';
import { useLoaded } from './use-loaded.ts';

const load = () => import('./handles.tsx');

interface TableHandlesProps {
  controller: TableController;
  view: EditorView;
}

/** Loads the handles when the cursor first enters a table. */
export function TableHandles(props: TableHandlesProps) {
  const { controller } = props;
  const isInTable = useSyncExternalStore(controller.subscribe, () => controller.cursor() !== null);
  const loaded = useLoaded(isInTable, load);
  return loaded && isInTable && <loaded.Handles {...props} />;
}
