import { paths } from '@octavo/contract/paths';
import type { Workbook } from '@octavo/sheet/workbook';
import { ArrowLeft, Ellipsis, Settings, Share2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../../../shared/i18n/texts.tsx';
import type { Keeper } from '../../../shared/keep/keeper.ts';
import { useKeeper } from '../../../shared/keep/use-keeper.ts';
import type { Opening } from '../opening.ts';
import { ToolMenu } from '../tools/tool-menu.tsx';
import { backFrom } from './sheet-head.tsx';
import { SheetShare } from './sheet-share.tsx';
import type { WrittenSheet } from './written-sheet.ts';

interface SheetMenuProps {
  opening: Opening;
  keeper: Keeper;
  written: WrittenSheet;
  onReplace: (workbook: Workbook) => void;
}

/** What else can be done with a table. */
export function SheetMenu({ opening, keeper }: SheetMenuProps) {
  const { t } = useText();
  const navigate = useNavigate();
  const page_id = useKeeper(keeper, (state) => state.page_id);
  const [layer, setLayer] = useState<'share'>();
  const { item_id, mayManage } = opening;
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
          {
            label: t('sheetEditor.goBack'),
            icon: <ArrowLeft />,
            run: () => void navigate(backFrom(item_id, page_id)),
          },
        ]}
      />
      {layer === 'share' && (
        <SheetShare item_id={item_id} page_id={page_id} onClosed={() => setLayer(undefined)} />
      )}
    </>
  );
}
