import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { copyText } from '../device/copy-text.ts';
import { useText } from '../i18n/texts.tsx';
import { Button } from './button.tsx';
import { showToast } from './toast-store.ts';

const COPIED_SHOWN = 2000;

/** Copies a text and says so on itself for two seconds. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const { t } = useText();
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function onCopy(button: HTMLElement) {
    // A dialog keeps the focus inside, so the helper field must be inside as well.
    if (!(await copyText(text, button.parentElement ?? document.body))) {
      showToast({ kind: 'error', text: t('shell.copyFailed') });
      return;
    }
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), COPIED_SHOWN);
  }

  return (
    <Button
      variant="quiet"
      icon={copied ? <Check /> : <Copy />}
      onClick={(event) => void onCopy(event.currentTarget)}
    >
      <span aria-live="polite">{copied ? t('shell.copied') : (label ?? t('shell.copy'))}</span>
    </Button>
  );
}
