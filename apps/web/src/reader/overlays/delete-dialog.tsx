import { calls } from '@octavo/contract';
import { useState } from 'react';
import { call } from '../../shared/api/call.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import type { OverlayProps } from '../model/overlay.ts';
import { Confirm } from './confirm.tsx';

export function DeleteDialog({ page, onChanged, onClose }: OverlayProps) {
  const { t } = useText();
  const [title] = useState(page?.page_title ?? '');
  if (!page) return null;
  return (
    <Confirm
      title={t('reader.deleteTitle', { title })}
      verb={t('reader.deletePage')}
      action={async () => {
        await call(calls.page.delete, { page_id: page.page_id });
        onClose();
        onChanged('deleted');
      }}
      onClose={onClose}
    >
      {t('reader.deleteText')}
    </Confirm>
  );
}
