import { useEffect, useRef, useState } from 'react';
import { copyText } from '../device/copy-text.ts';
import { useText } from '../i18n/texts.tsx';
import { showToast } from './toast-store.ts';

const COPIED_DURATION_MS = 2000;

/** Copies a text; `copied` is true for two seconds afterwards. */
export function useCopy(text: string): {
  copied: boolean;
  copy: (button: HTMLElement) => Promise<void>;
} {
  const { t } = useText();
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function copy(button: HTMLElement) {
    // A modal dialog traps the focus, so the helper field must be inside it.
    if (!(await copyText(text, button.parentElement ?? document.body))) {
      showToast({ kind: 'error', text: t('shell.copyFailed') });
      return;
    }
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), COPIED_DURATION_MS);
  }
  return { copied, copy };
}
