import { exportFormats, type ExportFormat } from '@octavo/contract/export-format';
import { FileArchive, FileText, Globe, Webhook } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ChoiceCards } from '../../../shared/ui/choice-cards.tsx';
import styles from './format-choice.module.css';

const ICONS: Readonly<Record<ExportFormat, ReactNode>> = {
  word: <FileText />,
  markdown: <FileArchive />,
  html: <Globe />,
  openapi: <Webhook />,
};

interface FormatChoiceProps {
  value: ExportFormat;
  disabled: boolean;
  onFormat: (format: ExportFormat) => void;
}

export function FormatChoice({ value, disabled, onFormat }: FormatChoiceProps) {
  const { t } = useText();
  return (
    <ChoiceCards
      label={t('exporting.format')}
      columns={2}
      choices={exportFormats.map((format) => ({
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
