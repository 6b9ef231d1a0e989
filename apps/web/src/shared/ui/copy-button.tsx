import { Check, Copy } from 'lucide-react';
import { useText } from '../i18n/texts.tsx';
import { Button } from './button.tsx';
import { useCopy } from './use-copy.ts';

interface CopyButtonProps {
  text: string;
  label?: string;
  variant?: 'quiet' | 'default';
}

/** Copies a text and confirms it in its label for two seconds. */
export function CopyButton({ text, label, variant = 'quiet' }: CopyButtonProps) {
  const { t } = useText();
  const { copied, copy } = useCopy(text);
  return (
    <Button
      variant={variant}
      icon={copied ? <Check /> : <Copy />}
      onClick={(event) => void copy(event.currentTarget)}
    >
      <span aria-live="polite">{copied ? t('shell.copied') : (label ?? t('shell.copy'))}</span>
    </Button>
  );
}
