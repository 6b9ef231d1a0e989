import { calls } from '@octavo/contract';
import type { IdentityKind, LoginMethods } from '@octavo/contract/login-method.entities';
import { useState } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Time } from '../../../shared/i18n/time.tsx';
import { useFailedLogin } from '../../../shared/session/failed-login.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { RowHelp, SettingRow } from '../../../shared/ui/card.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import { LinkLdapDialog, LinkOauth2Dialog, UnlinkDialog } from './identity-dialogs.tsx';

/** The external identities that the user logs in with, of each kind that the site accepts. */
export function IdentityRows() {
  const { data } = useCall(calls.extLogin.loginMethods, {}, { silent: true });
  if (!data) return null;
  return (
    <>
      <IdentityRow kind="ldap" methods={data} />
      <IdentityRow kind="oauth2" methods={data} />
    </>
  );
}

function IdentityRow({ kind, methods }: { kind: IdentityKind; methods: LoginMethods }) {
  const { t, rich } = useText();
  // Stored separately from `linked`: while the dialog closes, the row already shows the new state.
  const [open, setOpen] = useState<'link' | 'unlink'>();
  const failed = useFailedLogin();
  const isOpen = { ldap: methods.ldap_open === 1, oauth2: methods.oauth2_open === 1 };
  const linked = methods.identities.find((each) => each.kind === kind);
  const hasOther =
    methods.has_password === 1 ||
    methods.identities.some((each) => each.kind !== kind && isOpen[each.kind]);
  if (!isOpen[kind]) return null;
  const method = t(kind === 'ldap' ? 'userSetting.ldap' : 'userSetting.provider');
  const time = linked && <Time value={linked.addtime} />;
  const onClosed = () => setOpen(undefined);
  return (
    <SettingRow
      label={method}
      action={
        <>
          {(!linked || hasOther) && (
            <Button
              size="small"
              aria-label={t(linked ? 'userSetting.unlinkIdentity' : 'userSetting.linkIdentity', {
                method,
              })}
              onClick={() => setOpen(linked ? 'unlink' : 'link')}
            >
              {t(linked ? 'userSetting.unlink' : 'userSetting.link')}
            </Button>
          )}
          {open === 'unlink' && <UnlinkDialog kind={kind} onClosed={onClosed} />}
          {open === 'link' &&
            (kind === 'ldap' ? (
              <LinkLdapDialog onClosed={onClosed} />
            ) : (
              <LinkOauth2Dialog onClosed={onClosed} />
            ))}
        </>
      }
    >
      <Tag kind={linked ? 'ok' : 'plain'}>
        {t(linked ? 'userSetting.linked' : 'userSetting.unlinked')}
      </Tag>
      {linked && (
        <RowHelp>
          {linked.external_username
            ? rich('userSetting.linkedAs', { username: linked.external_username, time })
            : rich('userSetting.linkedSince', { time })}
          {!hasOther && ` ${t('userSetting.onlyMethod')}`}
        </RowHelp>
      )}
      {kind === 'oauth2' && failed && <Note kind="error">{failed}</Note>}
    </SettingRow>
  );
}
