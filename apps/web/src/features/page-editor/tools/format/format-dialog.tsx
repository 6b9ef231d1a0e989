import { useState } from 'react';
import { useText } from '../../../../shared/i18n/texts.tsx';
import { Button } from '../../../../shared/ui/button.tsx';
import { Dialog } from '../../../../shared/ui/dialog.tsx';
import dialog from '../../../../shared/ui/dialog.module.css';
import { Field } from '../../../../shared/ui/field.tsx';
import { TextArea } from '../../../../shared/ui/text-area.tsx';
import styles from './format-dialog.module.css';
import { useFormatTools, type FormatToolName } from './use-format-tools.ts';

interface FormatDialogProps {
  tool: FormatToolName;
  /** The text selected in the editor. */
  text: string;
  onInsert: (text: string) => void;
  onClosed: () => void;
}

/** Converts the text at the left and shows the result at the right during typing. */
export function FormatDialog({ tool, text: initialText, onInsert, onClosed }: FormatDialogProps) {
  const { t } = useText();
  const { title, label, failure, convert } = useFormatTools()[tool];
  const [text, setText] = useState(initialText);
  const [isOpen, setOpen] = useState(true);
  const [isErrorShown, setErrorShown] = useState(false);
  const isEmpty = text.trim() === '';
  const result = isEmpty ? undefined : convert(text);
  const insert = () => {
    setErrorShown(true);
    if (result === undefined) return;
    onInsert(result);
    setOpen(false);
  };
  return (
    <Dialog
      open={isOpen}
      title={title}
      width={860}
      initialFocus="textarea"
      onCancel={() => setOpen(false)}
      onClosed={onClosed}
    >
      <div className={styles.sides}>
        <Field
          label={label}
          error={result === undefined && (isErrorShown || !isEmpty) ? failure : undefined}
        >
          <TextArea
            rows={14}
            value={text}
            spellCheck={false}
            autoComplete="off"
            onText={(next) => {
              setText(next);
              setErrorShown(false);
            }}
          />
        </Field>
        <Field label={t('tools.result')}>
          <TextArea
            rows={14}
            readOnly
            value={result ?? ''}
            placeholder={t('tools.resultEmpty')}
            onText={() => {}}
          />
        </Field>
      </div>
      <div className={dialog.footer}>
        <Button onClick={() => setOpen(false)}>{t('shell.cancel')}</Button>
        <Button variant="primary" onClick={insert}>
          {t('tools.insert')}
        </Button>
      </div>
    </Dialog>
  );
}
