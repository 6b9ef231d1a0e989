import { calls } from '@octavo/contract';
import { paths } from '@octavo/contract/paths';
import { readWorkbook } from '@octavo/sheet/read-workbook';
import type { Workbook } from '@octavo/sheet/workbook';
import { ArrowLeft, Download, Ellipsis, FileUp, History, Settings, Share2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../../../shared/i18n/texts.tsx';
import { pageUrl } from '../../../shared/items/item-url.ts';
import type { Autosave } from '../../../shared/autosave/autosave.ts';
import { useAutosave } from '../../../shared/autosave/use-autosave.ts';
import type { EditorSession } from '../editor-session.ts';
import { ToolMenu } from '../tools/tool-menu.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { SheetShare } from './sheet-share.tsx';
import type { SheetModel } from './sheet-model.ts';

const EditorHistory = lazy(async () => ({
  default: (await import('../history/editor-history.tsx')).EditorHistory,
}));

const FORMATS = ['xlsx', 'csv'] as const;

interface SheetMenuProps {
  session: EditorSession;
  autosave: Autosave;
  model: SheetModel;
  onReplace: (workbook: Workbook) => void;
}

/** The "More" menu of the table editor. */
export function SheetMenu({ session, autosave, model, onReplace }: SheetMenuProps) {
  const { t } = useText();
  const navigate = useNavigate();
  const page_id = useAutosave(autosave, (state) => state.page_id);
  const [openDialog, setOpenDialog] = useState<'share' | 'import' | 'history'>();
  const { item_id, mayManage } = session;

  /** The server exports the stored table, so unsaved cells are saved first. */
  async function exportAs(format: (typeof FORMATS)[number]) {
    if (autosave.getState().isChanged || page_id === 0) await autosave.save();
    const { isChanged, page_id: savedPageId } = autosave.getState();
    if (isChanged || savedPageId === 0) return;
    const query = { page_id: String(savedPageId), format, sheet: String(model.visibleSheet()) };
    location.assign(`${calls.sheet.export.path}?${new URLSearchParams(query)}`);
  }
  return (
    <>
      <ToolMenu
        label={t('sheetEditor.more')}
        icon={<Ellipsis />}
        entries={[
          { label: t('reader.share'), icon: <Share2 />, run: () => setOpenDialog('share') },
          ...(mayManage
            ? [
                {
                  label: t('reader.settings'),
                  icon: <Settings />,
                  run: () => void navigate(paths.itemSetting.href({ item_id })),
                },
              ]
            : []),
          ...(page_id > 0
            ? [
                {
                  label: t('editor.history'),
                  icon: <History />,
                  run: () => setOpenDialog('history'),
                },
              ]
            : []),
          {
            label: t('sheetEditor.importFile'),
            icon: <FileUp />,
            run: () => setOpenDialog('import'),
          },
          ...FORMATS.map((format) => ({
            label: t(`sheetEditor.${format}Export`),
            icon: <Download />,
            run: () => void exportAs(format),
          })),
          {
            label: t('sheetEditor.goBack'),
            icon: <ArrowLeft />,
            run: () => void navigate(pageUrl(session, page_id)),
          },
        ]}
      />
      {openDialog === 'import' && (
        <ImportDialog
          item_id={item_id}
          page_id={page_id}
          current={model.workbook()}
          onImport={onReplace}
          onClosed={() => setOpenDialog(undefined)}
        />
      )}
      {openDialog === 'history' && (
        <Suspense>
          <EditorHistory
            page_id={page_id}
            handle={{ replaceAll: (text) => onReplace(readWorkbook(text)) }}
            onClosed={() => setOpenDialog(undefined)}
          />
        </Suspense>
      )}
      {openDialog === 'share' && (
        <SheetShare item={session} page_id={page_id} onClosed={() => setOpenDialog(undefined)} />
      )}
    </>
  );
}
