import type { ExportFormat } from '@octavo/contract/export-format';
import { Book, FileArchive, FileText, Globe, Webhook } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ChoiceCards } from '../../../shared/ui/choice-cards.tsx';
import styles from './format-choice.module.css';

const ICONS: Readonly<Record<ExportFormat, ReactNode>> = {
  word: <FileText />,
  pdf: <Book />,
  markdown: <FileArchive />,
  html: <Globe />,
  openapi: <Webhook />,
};

interface FormatChoiceProps {
  formats: readonly ExportFormat[];
  value: ExportFormat;
  disabled: boolean;
  onFormat: (format: ExportFormat) => void;
}

export function FormatChoice({ formats, value, disabled, onFormat }: FormatChoiceProps) {
  const { t } = useText();
  return (
    <ChoiceCards
      label={t('exporting.format')}
      columns={2}
      choices={formats.map((format) => ({
        value: format,
        label: t(`exporting.${format}`),
        help: t(`exporting.${format}Help`),
        picture: (
          <span className={styles.picture} data-format={format}>
            {ICONS[format]}
          </span>
        ),
      }))}
      value={value}
      disabled={disabled}
      onValue={onFormat}
    />
  );
}
