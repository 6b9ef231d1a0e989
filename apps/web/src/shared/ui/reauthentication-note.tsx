import { useLocation } from 'react-router';
import { useText } from '../i18n/texts.tsx';
import { providerLoginUrl } from '../session/provider-login-url.ts';
import { Note } from './note.tsx';

/** Replaces the password field for accounts without a password: a recent login at the identity provider is required. */
export function ReauthenticationNote({ isFresh }: { isFresh: boolean }) {
  const { t, rich } = useText();
  const { pathname, search } = useLocation();
  if (isFresh) return <Note kind="info">{t('user.proved')}</Note>;
  const address = providerLoginUrl(pathname + search, { again: true });
  return (
    <Note kind="warning">
      {rich('user.proveAgain', { link: <a href={address}>{t('user.proveAgainLink')}</a> })}
    </Note>
  );
}
