import type { CallResponse } from '@octavo/contract/define-call';
import { calls } from '@octavo/contract';
import { useId } from 'react';
import { useCommand } from '../../../../shared/api/use-command.ts';
import { useText } from '../../../../shared/i18n/texts.tsx';
import { Switch } from '../../../../shared/ui/switch.tsx';
import styles from './mock-dialog.module.css';

export type Mock = CallResponse<typeof calls.mock.infoByPageId>;

/** Lets the owner of a private item make its mocks available by path. */
export function MockPathSwitch({ item_id, mock }: { item_id: number; mock: Mock }) {
  const { t } = useText();
  const id = useId();
  const open = useCommand(calls.mock.openPath, { refresh: [calls.mock.infoByPageId] });
  if (mock.is_owner === 0) return <p className={styles.none}>{t('tools.mockPathClosed')}</p>;
  return (
    <p className={styles.switch}>
      <Switch
        id={id}
        checked={mock.is_path_open === 1}
        onChecked={(is_open) => open.mutate({ item_id, is_open })}
      />
      <label htmlFor={id}>{t('tools.mockOpenPath')}</label>
    </p>
  );
}
