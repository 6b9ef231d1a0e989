import type { SharedPage } from '@octavo/contract/reader';
import { ChevronDown, Paperclip } from 'lucide-react';
import { useId, useRef, useState, type ComponentType } from 'react';
import { useText } from '../../shared/i18n/texts.tsx';
import { showToast } from '../../shared/ui/toast-store.ts';
import type { AttachmentsProps } from '../overlays/attachments.tsx';
import styles from './attachments-chip.module.css';

interface AttachmentsChipProps {
  page: SharedPage;
  /** The share key that the page was opened with. */
  uniqueKey?: string | undefined;
}

/** The number of attachments; opens their list, whose code is loaded on demand. */
export function AttachmentsChip({ page, uniqueKey }: AttachmentsChipProps) {
  const { t } = useText();
  const id = useId();
  const chip = useRef<HTMLButtonElement>(null);
  const [List, setList] = useState<ComponentType<AttachmentsProps>>();
  const { page_id, attachment_count: count } = page;
  const title = t('reader.attachments', { count });
  function open() {
    import('../overlays/attachments.tsx').then(
      ({ Attachments }) => setList(() => Attachments),
      () => showToast({ kind: 'error', text: t('states.loadTitle') }),
    );
  }
  return (
    <>
      <button
        ref={chip}
        type="button"
        className={styles.chip}
        aria-haspopup="dialog"
        aria-expanded={List !== undefined}
        // While the list is open, the browser closes the popover on a click on this button.
        popoverTarget={List && id}
        onClick={List ? undefined : open}
      >
        <Paperclip />
        {title}
        <ChevronDown className={styles.caret} />
      </button>
      {List && (
        <List
          id={id}
          title={title}
          opener={chip}
          page_id={page_id}
          uniqueKey={uniqueKey}
          onClosed={() => setList(undefined)}
        />
      )}
    </>
  );
}
