import { useState } from 'react';
import type { Autosave } from '../../../shared/autosave/autosave.ts';
import type { ItemUrlParts } from '../../../shared/items/item-url.ts';
import { SaveTemplateDialog } from '../tools/templates/save-template-dialog.tsx';
import { ChangesDialog } from './changes-dialog.tsx';
import { SavePopover, type SavedPage } from './save-popover.tsx';

interface SaveOptionsProps {
  item: ItemUrlParts;
  autosave: Autosave;
  page: SavedPage;
  onClose: (returnsFocus: boolean) => void;
}

/** The popover, or one of the dialogs that it opens: a modal popover would cover them. */
export function SaveOptions({ item, autosave, page, onClose }: SaveOptionsProps) {
  const [view, setView] = useState<'note' | 'changes' | 'template'>('note');
  const { model, isSheet } = page;
  if (view === 'changes')
    return (
      <ChangesDialog
        saved={autosave.base().fields}
        fields={model.read()}
        isSheet={isSheet}
        onClosed={() => setView('note')}
      />
    );
  if (view === 'template') {
    const { title, content } = model.read();
    return <SaveTemplateDialog title={title} text={content} onClosed={() => onClose(true)} />;
  }
  return (
    <SavePopover
      item={item}
      autosave={autosave}
      page={page}
      onChanges={() => setView('changes')}
      // A template is a Markdown text.
      onTemplate={isSheet ? undefined : () => setView('template')}
      onClose={onClose}
    />
  );
}
