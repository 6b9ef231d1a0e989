import { calls } from '@octavo/contract';
import type { AttachedFile } from '@octavo/contract/attachment.entities';
import { MAX_ARCHIVE_BYTES } from '@octavo/contract/file-size';
import { formatSize } from '@octavo/texts/format-size';
import { Download, X } from 'lucide-react';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { previewKind } from '../../shared/files/preview-kind.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import { LoadError } from '../../shared/ui/load-error.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { EmptyState } from '../../shared/ui/state-block.tsx';
import button from '../parts/button.module.css';
import { AttachmentPreview } from './attachment-preview.tsx';
import { AttachmentRow } from './attachment-row.tsx';
import styles from './attachments.module.css';
import { useUncachedCall } from '../../shared/api/use-uncached-call.ts';

export interface AttachmentsProps {
  id: string;
  title: string;
  opener: RefObject<HTMLElement | null>;
  page_id: number;
  /** The share key that the page was opened with. */
  uniqueKey: string | undefined;
  onClosed: () => void;
}

const WIDTH = 448;
const GAP = 6;

/** Positions the panel below the chip and scrolls with it; on small screens CSS places it at the bottom edge. */
function positionPanel(opener: HTMLElement, panel: HTMLElement): void {
  const { left, bottom } = opener.getBoundingClientRect();
  const maxLeft = document.documentElement.clientWidth - WIDTH - GAP;
  panel.style.setProperty('--left', `${Math.max(GAP, Math.min(left, maxLeft)) + window.scrollX}px`);
  panel.style.setProperty('--top', `${bottom + GAP + window.scrollY}px`);
}

/** The attachments of the page, newest first, for all users who may read it. */
export function Attachments(props: AttachmentsProps) {
  const { id, title, opener, page_id, uniqueKey, onClosed } = props;
  const { t } = useText();
  const panel = useRef<HTMLDialogElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  const [shownId, setShownId] = useState<number>();
  const answer = useUncachedCall<typeof calls.page.uploadList | typeof calls.page.uploadListByKey>(
    uniqueKey === undefined ? calls.page.uploadList : calls.page.uploadListByKey,
    uniqueKey === undefined ? { page_id, with_missing: true } : { unique_key: uniqueKey },
  );
  const files: readonly AttachedFile[] = answer.state === 'here' ? answer.data : [];
  const shown = files.filter((file) => !file.is_missing && previewKind(file));
  const isHere = answer.state === 'here';

  useLayoutEffect(() => {
    const element = panel.current;
    if (!element || !opener.current) return;
    positionPanel(opener.current, element);
    if (!element.matches(':popover-open')) element.showPopover();
    close.current?.focus({ preventScroll: true });
    const onResize = () => opener.current && positionPanel(opener.current, element);
    addEventListener('resize', onResize);
    return () => removeEventListener('resize', onResize);
  }, [opener]);
  useEffect(() => {
    if (isHere) rowsIn(panel.current)[0]?.focus({ preventScroll: true });
  }, [isHere]);

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      id={id}
      ref={panel}
      popover="auto"
      aria-label={title}
      className={styles.panel}
      onToggle={({ newState, target, currentTarget }) => {
        if (newState === 'closed' && target === currentTarget) onClosed();
      }}
      onKeyDown={(event) => onKey(event, panel.current)}
    >
      <div className={styles.head}>
        <h2>{title}</h2>
        <IconButton
          ref={close}
          label={t('shell.close')}
          onClick={() => panel.current?.hidePopover()}
        >
          <X />
        </IconButton>
      </div>
      {answer.state === 'waiting' && <Skeleton shape="rows" />}
      {answer.state === 'failed' && <LoadError error={answer.error} onRetry={answer.retry} />}
      {isHere && files.length === 0 && <EmptyState title={t('reader.noFiles')} />}
      {files.length > 0 && (
        <>
          <ul className={styles.list}>
            {files.map((file) => (
              <AttachmentRow
                key={file.file_id}
                file={file}
                onPreview={shown.includes(file) ? () => setShownId(file.file_id) : undefined}
              />
            ))}
          </ul>
          <Foot files={files} page_id={page_id} uniqueKey={uniqueKey} />
        </>
      )}
      {shownId !== undefined && (
        <AttachmentPreview
          files={shown}
          firstId={shownId}
          onClosed={(lastId) => {
            setShownId(undefined);
            rowsIn(panel.current)
              .find((row) => row.dataset['file'] === String(lastId))
              ?.focus();
          }}
        />
      )}
    </dialog>
  );
}

/** The elements that arrow keys move between. */
function rowsIn(panel: HTMLElement | null): HTMLElement[] {
  return Array.from(panel?.querySelectorAll<HTMLElement>('[data-file]') ?? []);
}

function onKey(event: KeyboardEvent, panel: HTMLElement | null): void {
  // Prevents shortcuts of the page behind the list, such as Esc to leave full screen.
  event.stopPropagation();
  const rows = rowsIn(panel);
  const row = document.activeElement?.closest('li');
  const at = rows.findIndex((each) => row?.contains(each));
  const { key, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey) return;
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    event.preventDefault();
    const next = key === 'ArrowDown' ? at + 1 : at - 1;
    rows[Math.max(0, Math.min(next, rows.length - 1))]?.focus();
  }
  if (key.toLowerCase() === 'd') row?.querySelector<HTMLElement>('a[download]')?.click();
}

function Foot(props: {
  files: readonly AttachedFile[];
  page_id: number;
  uniqueKey: string | undefined;
}) {
  const { t } = useText();
  const { page_id, uniqueKey } = props;
  const present = props.files.filter(({ is_missing }) => !is_missing);
  const bytes = present.reduce((sum, { file_size }) => sum + file_size, 0);
  const address =
    uniqueKey === undefined
      ? `${calls.page.downloadFiles.path}?page_id=${page_id}`
      : `${calls.page.downloadFilesByKey.path}?${new URLSearchParams({ unique_key: uniqueKey })}`;
  return (
    <div className={styles.foot}>
      <span>{t('reader.filesTotal', { size: formatSize(bytes) })}</span>
      {present.length > 1 && bytes <= MAX_ARCHIVE_BYTES && (
        <a className={button.button} href={address} download>
          <Download />
          {t('reader.downloadAll')}
        </a>
      )}
    </div>
  );
}
