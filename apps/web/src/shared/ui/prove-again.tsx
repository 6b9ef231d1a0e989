import { useLocation } from 'react-router';
import { useText } from '../i18n/texts.tsx';
import { providerAddress } from '../session/provider-address.ts';
import { Note } from './note.tsx';

/** Replaces the password field for accounts without a password: a recent login at the identity provider is required. */
export function ProveAgain({ fresh }: { fresh: boolean }) {
  const { t, rich } = useText();
  const { pathname, search } = useLocation();
  if (fresh) return <Note kind="info">{t('user.proved')}</Note>;
  const address = providerAddress(pathname + search, { again: true });
  return (
    <Note kind="warning">
      {rich('user.proveAgain', { link: <a href={address}>{t('user.proveAgainLink')}</a> })}
    </Note>
  );
}
