import { calls } from '@octavo/contract';
import { paths } from '@octavo/contract/paths';
import { hasSinglePage } from '@octavo/contract/item-type';
import { useId, useState } from 'react';
import { call } from '../../shared/api/call.ts';
import { useErrorText } from '../../shared/api/error-text.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { Note } from '../../shared/ui/note.tsx';
import { Switch } from '../../shared/ui/switch.tsx';
import { itemHref, pageHref } from '../model/urls.ts';
import type { OverlayProps } from '../model/overlay.ts';
import { Modal } from '../../shared/ui/modal.tsx';
import styles from './share-dialog.module.css';

/** Links to share. Only users who may edit the page can create its share link. */
export function ShareDialog({ item, page, onChanged, onClose }: OverlayProps) {
  const { t } = useText();
  const { key, toggle, error } = useSinglePage(page?.page_id ?? 0, page?.unique_key, onChanged);
  const itemAddress = absolute(itemHref(item));
  const pageAddress = page && absolute(pageHref(item, page.page_id));
  const single = key ? absolute(paths.sharedPage.href({ unique_key: key })) : undefined;
  const isSinglePage = hasSinglePage(item.item_type);
  const qrTarget = single
    ? { address: single, caption: t('reader.qrSinglePage') }
    : pageAddress && !isSinglePage
      ? { address: pageAddress, caption: t('reader.qrPage') }
      : { address: itemAddress, caption: t('reader.qrItem') };
  const switchId = useId();
  return (
    <Modal
      variant="dialog"
      title={t('reader.shareTitle', { title: page?.page_title ?? item.item_name })}
      onClose={onClose}
      foot={
        <Button variant="primary" onClick={onClose}>
          {t('reader.confirm')}
        </Button>
      }
    >
      <div className={styles.columns}>
        <div className={styles.addresses}>
          <Address label={t('reader.itemAddress')} address={itemAddress}>
            {item.is_private === 1 && <p className={styles.help}>{t('reader.privateHelp')}</p>}
          </Address>
          {pageAddress && !isSinglePage && (
            <Address label={t('reader.pageAddress')} address={pageAddress} />
          )}
          {key !== undefined && (
            <div>
              <label className={styles.switch} htmlFor={switchId}>
                <Switch id={switchId} checked={key !== ''} onChecked={toggle} />
                {t('reader.singlePage')}
              </label>
              {single ? (
                <Address address={single} label={t('reader.singlePage')} isLabelHidden />
              ) : (
                <p className={styles.help}>{t('reader.singlePageHelp')}</p>
              )}
            </div>
          )}
        </div>
        <figure className={styles.code}>
          <img
            src={`${calls.common.qrcode.path}?${new URLSearchParams({ url: qrTarget.address, size: '3' })}`}
            width={114}
            height={114}
            alt={t('reader.qrOf', { address: qrTarget.address })}
          />
          <figcaption>{qrTarget.caption}</figcaption>
        </figure>
      </div>
      {single && item.is_private === 1 && (
        <div className={styles.note}>
          <Note kind="warning">{t('reader.singlePageWarning')}</Note>
        </div>
      )}
      {error && (
        <div className={styles.note}>
          <Note kind="error">{error}</Note>
        </div>
      )}
    </Modal>
  );
}

function absolute(href: string): string {
  return new URL(href, location.origin).href;
}

function Address(props: {
  label: string;
  address: string;
  isLabelHidden?: boolean;
  children?: React.ReactNode;
}) {
  const { t } = useText();
  const id = useId();
  return (
    <div>
      <label className={props.isLabelHidden ? 'visually-hidden' : styles.label} htmlFor={id}>
        {props.label}
      </label>
      <div className={styles.row}>
        <input
          id={id}
          className={styles.address}
          readOnly
          value={props.address}
          onFocus={(event) => event.target.select()}
        />
        <span className={styles.copy}>
          <CopyButton text={props.address} label={t('reader.copyLink')} />
        </span>
      </div>
      {props.children}
    </div>
  );
}

/** The current share key of the page; a revoked link stops working immediately. */
function useSinglePage(
  pageId: number,
  first: string | undefined,
  onChanged: OverlayProps['onChanged'],
) {
  const [key, setKey] = useState(first);
  const [error, setError] = useState<string>();
  const errorText = useErrorText();
  async function change(isShared: boolean) {
    setError(undefined);
    try {
      const { unique_key } = await call(calls.page.createSinglePage, {
        page_id: pageId,
        isCreateSiglePage: isShared,
      });
      setKey(unique_key);
      onChanged({ unique_key });
    } catch (failure) {
      setError(errorText(failure));
    }
  }
  return { key, error, toggle: (isShared: boolean) => void change(isShared) };
}
