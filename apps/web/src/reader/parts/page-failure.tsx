import { readerErrors } from '@octavo/contract/reader-errors';
import type { ItemInfo } from '@octavo/contract/item.entities';
import { paths } from '@octavo/contract/paths';
import { useEffect } from 'react';
import { BusinessError } from '../../shared/api/call-error.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { LoadError } from '../../shared/ui/load-error.tsx';
import { EmptyState } from '../../shared/ui/state-block.tsx';
import { itemRef } from '../model/urls.ts';

/** Shown instead of a page that could not be loaded: not found, visit password required, or another error. */
export function PageFailure(props: { item: ItemInfo; error: unknown; onRetry: () => void }) {
  const { t } = useText();
  const { item, error } = props;
  const code = error instanceof BusinessError ? error.code : undefined;
  const isLocked =
    code === readerErrors.visitPasswordNeeded.code || code === readerErrors.notManager.code;
  useEffect(() => {
    if (isLocked) location.assign(passwordUrl(itemRef(item)));
  }, [isLocked, item]);
  if (error instanceof BusinessError && error.status === 200 && code === readerErrors.notFound.code)
    return (
      <EmptyState level="screen" title={t('states.notFoundTitle')}>
        {t('states.notFoundText')}
      </EmptyState>
    );
  return <LoadError level="screen" error={error} onRetry={props.onRetry} />;
}

export function passwordUrl(ref: string): string {
  return paths.itemPassword.href(
    { item_id: ref },
    { redirect: location.pathname + location.search },
  );
}
