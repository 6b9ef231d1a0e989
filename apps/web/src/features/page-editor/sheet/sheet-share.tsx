import { useState } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { pageUrl, type ItemUrlParts } from '../../../shared/items/item-url.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { CopyButton } from '../../../shared/ui/copy-button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import dialogStyles from '../../../shared/ui/dialog.module.css';
import { Field } from '../../../shared/ui/field.tsx';
import { TextInput } from '../../../shared/ui/text-input.tsx';

const WIDTH = 600;

interface SheetShareProps {
  item: ItemUrlParts;
  page_id: number;
  onClosed: () => void;
}

/** Shows the URL of a table page. Single-page links are created in the reader. */
export function SheetShare({ item, page_id, onClosed }: SheetShareProps) {
  const { t } = useText();
  const [isOpen, setOpen] = useState(true);
  const url = new URL(pageUrl(item, page_id), location.origin).href;
  return (
    <Dialog
      open={isOpen}
      width={WIDTH}
      title={t('reader.share')}
      initialFocus="input"
      onCancel={() => setOpen(false)}
      onClosed={onClosed}
    >
      <p className={dialogStyles.help}>{t('sheetEditor.shareText')}</p>
      <Field label={t('reader.pageAddress')}>
        <TextInput value={url} onText={() => {}} readOnly />
      </Field>
      <div className={dialogStyles.footer}>
        <CopyButton text={url} label={t('reader.copyLink')} />
        <Button variant="primary" onClick={() => setOpen(false)}>
          {t('reader.confirm')}
        </Button>
      </div>
    </Dialog>
  );
}
