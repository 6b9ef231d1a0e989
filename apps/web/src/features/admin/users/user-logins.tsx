import { calls } from '@octavo/contract';
import type { AdminUserRow } from '@octavo/contract/admin.entities';
import type {
  ExternalIdentityRow,
  IdentityKind,
  LoginMethods,
  ScimIdentity,
} from '@octavo/contract/login-method.entities';
import { useState } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Time } from '../../../shared/i18n/time.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { RowHelp, SettingRow } from '../../../shared/ui/card.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { QueryState } from '../../../shared/ui/query-state.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import { externalName } from './external-name.ts';
import { useMayChange } from '../parts/use-may-change.ts';
import { LinkIdentity } from './link-identity.tsx';
import { LocalAccess } from './local-access.tsx';
import { UnlinkIdentity } from './unlink-identity.tsx';
import drawer from './user-drawer.module.css';
import styles from './user-logins.module.css';

/** The login methods of a user; an administrator can link and unlink external identities. */
export function UserLogins({ user }: { user: AdminUserRow }) {
  const { t } = useText();
  const query = useCall(calls.adminUser.getLoginMethods, { uid: user.uid }, { staleTime: 0 });
  return (
    <section className={drawer.section}>
      <div className={drawer.sectionHead}>
        <h3>{t('adminUserList.loginMethods')}</h3>
      </div>
      <QueryState query={query}>
        {(methods) => <LoginMethodRows user={user} methods={methods} />}
      </QueryState>
    </section>
  );
}

function LoginMethodRows({ user, methods }: { user: AdminUserRow; methods: LoginMethods }) {
  const { t } = useText();
  const { username } = user;
  const hasPassword = methods.has_password === 1;
  const isOpen = { ldap: methods.ldap_open === 1, oauth2: methods.oauth2_open === 1 };
  const usable = methods.identities.filter(({ kind }) => isOpen[kind]);
  const hasOther = (kind: IdentityKind) => hasPassword || usable.some((each) => each.kind !== kind);
  return (
    <>
      <div className={styles.rows}>
        <SettingRow label={t('adminUser.localPassword')}>
          <Tag kind={hasPassword ? 'ok' : 'plain'}>
            {t(hasPassword ? 'adminUser.passwordSet' : 'adminUser.passwordNone')}
          </Tag>
        </SettingRow>
        {(methods.identities.length > 0 || methods.local_access === 0) && (
          <LocalAccess user={user} isOn={methods.local_access === 1} />
        )}
        {(['ldap', 'oauth2'] as const).map((kind) => {
          const linked = methods.identities.find((each) => each.kind === kind);
          if (!linked && !isOpen[kind]) return null;
          return (
            <IdentityRow
              key={kind}
              kind={kind}
              user={user}
              linked={linked}
              isOpen={isOpen[kind]}
              hasOther={hasOther(kind)}
            />
          );
        })}
        {methods.scim && (
          <SettingRow label={t('adminUserList.scim')}>
            <LinkedAs identity={methods.scim} />
          </SettingRow>
        )}
      </div>
      {!hasPassword && usable.length === 0 && (
        <Note kind="warning">{t('adminUser.noLogin', { username })}</Note>
      )}
    </>
  );
}

interface IdentityRowProps {
  kind: IdentityKind;
  user: AdminUserRow;
  linked: ExternalIdentityRow | undefined;
  /** The site accepts logins of this kind. */
  isOpen: boolean;
  hasOther: boolean;
}

function IdentityRow({ kind, user, linked, isOpen, hasOther }: IdentityRowProps) {
  const { t } = useText();
  const [open, setOpen] = useState<{ action: 'link' | 'unlink'; linked?: ExternalIdentityRow }>();
  const mayChange = useMayChange();
  const name = t(`adminUser.${kind}`);
  const start = (action: 'link' | 'unlink') => setOpen({ action, ...(linked && { linked }) });
  const onClosed = () => setOpen(undefined);
  return (
    <SettingRow
      label={name}
      action={
        <div className={styles.actions}>
          {mayChange && isOpen && (
            <Button
              size="small"
              aria-label={t(linked ? 'adminUser.replaceKind' : 'adminUser.linkKind', {
                kind: name,
              })}
              onClick={() => start('link')}
            >
              {t(linked ? 'adminUser.replace' : 'adminUser.link')}
            </Button>
          )}
          {mayChange && linked && (
            <Button
              variant="quietDanger"
              size="small"
              aria-label={t('adminUser.unlinkKind', { kind: name })}
              onClick={() => start('unlink')}
            >
              {t('adminUser.unlink')}
            </Button>
          )}
          {open?.action === 'link' && (
            <LinkIdentity
              kind={kind}
              user={user}
              currentIdentity={open.linked}
              onClosed={onClosed}
            />
          )}
          {open?.action === 'unlink' && (
            <UnlinkIdentity kind={kind} user={user} isLast={!hasOther} onClosed={onClosed} />
          )}
        </div>
      }
    >
      {linked ? <LinkedAs identity={linked} /> : <Tag kind="plain">{t('adminUser.notLinked')}</Tag>}
      {!isOpen && <RowHelp>{t('adminUser.switchedOff')}</RowHelp>}
    </SettingRow>
  );
}

function LinkedAs({ identity }: { identity: ScimIdentity }) {
  const { rich } = useText();
  return (
    <span className={styles.identity}>
      {rich('adminUser.linkedAs', {
        external: externalName(identity),
        time: <Time value={identity.addtime} />,
      })}
    </span>
  );
}
