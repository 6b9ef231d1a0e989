import { useText } from '../i18n/texts.tsx';
import { providerLoginUrl } from '../session/provider-login-url.ts';
import { renewedPath } from '../session/renewal.ts';
import { Note } from '../ui/note.tsx';

/**
 * For accounts without a password and a second factor: a recent login at the identity provider is required. It keeps
 * the session, and has a tab of its own, because this one may have unsaved input.
 */
export function ProviderLoginNote() {
  const { t, rich } = useText();
  return (
    <Note kind="warning">
      {rich('user.proveAgain', {
        link: (
          <a href={providerLoginUrl(renewedPath, { again: true })} target="_blank" rel="noreferrer">
            {t('user.proveAgainLink')}
          </a>
        ),
      })}
    </Note>
  );
}
