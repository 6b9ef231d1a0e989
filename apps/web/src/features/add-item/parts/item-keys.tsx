import { calls } from '@octavo/contract';
import { useCall } from '../../../shared/api/use-call.ts';
import { LoadError } from '../../../shared/ui/load-error.tsx';
import { SecretField } from '../../../shared/ui/secret-field.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import styles from './auto-create.module.css';

export function ItemKeys({ itemId }: { itemId: number }) {
  const { data: keys, error, refetch } = useCall(calls.item.getKey, { item_id: itemId });
  if (error && !keys) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!keys) return <Skeleton shape="rows" />;
  return (
    <div className={styles.keys}>
      <SecretField label="api_key" value={keys.api_key} />
      <SecretField label="api_token" value={keys.api_token} />
    </div>
  );
}
