import { calls } from '@octavo/contract';
import { paths } from '@octavo/contract/paths';
import { readWorkbook } from '@octavo/sheet/read-workbook';
import type { Workbook } from '@octavo/sheet/workbook';
import { ArrowLeft, Download, Ellipsis, FileUp, History, Settings, Share2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../../../shared/i18n/texts.tsx';
import { pageAddress } from '../../../shared/items/item-address.ts';
import type { Keeper } from '../../../shared/keep/keeper.ts';
import { useKeeper } from '../../../shared/keep/use-keeper.ts';
import type { Opening } from '../opening.ts';
import { ToolMenu } from '../tools/tool-menu.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { SheetShare } from './sheet-share.tsx';
import type { WrittenSheet } from './written-sheet.ts';

const EditorHistory = lazy(async () => ({
  default: (await import('../history/editor-history.tsx')).EditorHistory,
}));

const FORMATS = ['xlsx', 'csv'] as const;

interface SheetMenuProps {
  opening: Opening;
  keeper: Keeper;
  written: WrittenSheet;
  onReplace: (workbook: Workbook) => void;
}

/** The "More" menu of the table editor. */
export function SheetMenu({ opening, keeper, written, onReplace }: SheetMenuProps) {
  const { t } = useText();
  const navigate = useNavigate();
  const page_id = useKeeper(keeper, (state) => state.page_id);
  const [layer, setLayer] = useState<'share' | 'import' | 'history'>();
  const { item_id, mayManage } = opening;

  /** The server exports the stored table, so unsaved cells are saved first. */
  async function exportAs(format: (typeof FORMATS)[number]) {
    if (keeper.getState().isChanged || page_id === 0) await keeper.save();
    const { isChanged, page_id: saved } = keeper.getState();
    if (isChanged || saved === 0) return;
    const query = { page_id: String(saved), format, sheet: String(written.shownSheet()) };
    location.assign(`${calls.sheet.export.path}?${new URLSearchParams(query)}`);
  }
  return (
    <>
      <ToolMenu
        label={t('sheetEditor.more')}
        icon={<Ellipsis />}
        entries={[
          { label: t('reader.share'), icon: <Share2 />, run: () => setLayer('share') },
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
                  run: () => setLayer('history'),
                },
              ]
            : []),
          {
            label: t('sheetEditor.importFile'),
            icon: <FileUp />,
            run: () => setLayer('import'),
          },
          ...FORMATS.map((format) => ({
            label: t(`sheetEditor.${format}Export`),
            icon: <Download />,
            run: () => void exportAs(format),
          })),
          {
            label: t('sheetEditor.goBack'),
            icon: <ArrowLeft />,
            run: () => void navigate(pageAddress(opening, page_id)),
          },
        ]}
      />
      {layer === 'import' && (
        <ImportDialog
          item_id={item_id}
          page_id={page_id}
          current={written.workbook()}
          onTaken={onReplace}
          onClosed={() => setLayer(undefined)}
        />
      )}
      {layer === 'history' && (
        <Suspense>
          <EditorHistory
            page_id={page_id}
            handle={{ replaceAll: (text) => onReplace(readWorkbook(text)) }}
            onClosed={() => setLayer(undefined)}
          />
        </Suspense>
      )}
      {layer === 'share' && (
        <SheetShare item={opening} page_id={page_id} onClosed={() => setLayer(undefined)} />
      )}
    </>
  );
}
