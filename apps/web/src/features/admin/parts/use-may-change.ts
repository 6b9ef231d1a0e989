import { ADMIN_GROUP } from '@octavo/contract/user-group';
import { useSession } from '../../../shared/session/session.ts';

/** False for auditors: they read the console, and its controls that change something are absent. */
export function useMayChange(): boolean {
  return useSession().account?.groupid === ADMIN_GROUP;
}
