import { Outlet } from 'react-router';
import { AccountFrame } from '../shared/ui/account-frame.tsx';

export function AccountLayout() {
  return (
    <AccountFrame>
      <Outlet />
    </AccountFrame>
  );
}
