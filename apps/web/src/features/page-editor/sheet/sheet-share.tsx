import { useState } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { pageAddress, type ItemName } from '../../../shared/items/item-address.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { CopyButton } from '../../../shared/ui/copy-button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import dialogStyles from '../../../shared/ui/dialog.module.css';
import { Field } from '../../../shared/ui/field.tsx';
import { TextInput } from '../../../shared/ui/text-input.tsx';

const WIDTH = 600;

interface SheetShareProps {
  item: ItemName;
  page_id: number;
  onClosed: () => void;
}

/** Shows the URL of a table page. Single-page links are created in the reader. */
export function SheetShare({ item, page_id, onClosed }: SheetShareProps) {
  const { t } = useText();
  const [isOpen, setOpen] = useState(true);
  const address = new URL(pageAddress(item, page_id), location.origin).href;
  return (
    <Dialog
      open={isOpen}
      width={WIDTH}
      title={t('reader.share')}
      focusOn="input"
      onCancel={() => setOpen(false)}
      onClosed={onClosed}
    >
      <p className={dialogStyles.help}>{t('sheetEditor.shareText')}</p>
      <Field label={t('reader.pageAddress')}>
        <TextInput value={address} onText={() => {}} readOnly />
      </Field>
      <div className={dialogStyles.footer}>
        <CopyButton text={address} label={t('reader.copyLink')} />
        <Button variant="primary" onClick={() => setOpen(false)}>
          {t('reader.confirm')}
        </Button>
      </div>
    </Dialog>
  );
}
