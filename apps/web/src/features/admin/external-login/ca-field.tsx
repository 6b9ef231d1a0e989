import { MAX_CERTIFICATES_LENGTH } from '@octavo/contract/setting-limits';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { TextArea } from '../../../shared/ui/text-area.tsx';

interface CaFieldProps {
  ca: string;
  help: string;
  onCa: (ca: string) => void;
}

/** The CA certificate of a server whose certificate is not signed by a public authority. */
export function CaField({ ca, help, onCa }: CaFieldProps) {
  const { t } = useText();
  return (
    <Field label={t('adminLogin.ca')} help={help} optional>
      <TextArea name="ca" rows={4} maxLength={MAX_CERTIFICATES_LENGTH} value={ca} onText={onCa} />
    </Field>
  );
}
