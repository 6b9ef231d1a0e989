import { Check, Copy } from 'lucide-react';
import { useText } from '../i18n/texts.tsx';
import { Button } from './button.tsx';
import { useCopy } from './use-copy.ts';

/** Copies a text and says so on itself for two seconds. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const { t } = useText();
  const { copied, copy } = useCopy(text);
  return (
    <Button
      variant="quiet"
      icon={copied ? <Check /> : <Copy />}
      onClick={(event) => void copy(event.currentTarget)}
    >
      <span aria-live="polite">{copied ? t('shell.copied') : (label ?? t('shell.copy'))}</span>
    </Button>
  );
}
