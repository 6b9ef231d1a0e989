import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useText } from '../i18n/texts.tsx';
import { dismissToast, shownToasts, subscribeToasts, type ShownToast } from './toast-store.ts';
import styles from './toasts.module.css';
import { useTopDialog } from './top-dialog.ts';

/** Shows the toasts. Both live regions are always in the document, so that screen readers announce changes. */
export function Toasts() {
  const toasts = useSyncExternalStore(subscribeToasts, shownToasts, shownToasts);
  const dialog = useTopDialog();
  const rows = (kind: ShownToast['kind']) =>
    toasts.map((toast) => {
      const { Row = PlainRow } = toast;
      return toast.kind === kind && <Row key={toast.id} toast={toast} />;
    });
  const region = (
    <div className={styles.region}>
      <div aria-live="polite">{rows('done')}</div>
      {/* Dialogs hide all elements from screen readers but those with this attribute. */}
      <div role="alert" aria-live="assertive">
        {rows('error')}
      </div>
    </div>
  );
  return dialog ? createPortal(region, dialog) : region;
}

function PlainRow({ toast: { id, kind, text, action } }: { toast: ShownToast }) {
  const { t } = useText();
  return (
    <div className={`${styles.toast} ${styles[kind]}`}>
      {kind === 'done' ? <CircleCheck /> : <CircleAlert />}
      <span className={styles.text}>{text}</span>
      {action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            dismissToast(id);
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
      {kind === 'error' && (
        <button
          type="button"
          className={styles.close}
          aria-label={t('shell.dismiss')}
          onClick={() => dismissToast(id)}
        >
          <X />
        </button>
      )}
    </div>
  );
}
