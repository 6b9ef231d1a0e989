import { calls } from '@octavo/contract';
import type { AdminUserRow } from '@octavo/contract/admin.entities';
import type { CallResponse } from '@octavo/contract/define-call';
import type { ExternalIdentityRow, IdentityKind } from '@octavo/contract/login-method.entities';
import { useState } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useProblems } from '../../../shared/hooks/problems.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { TextInput } from '../../../shared/ui/text-input.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { externalName } from './external-name.ts';
import styles from './user-logins.module.css';

type IdentityLookup = CallResponse<typeof calls.adminUser.findIdentity>;

interface LinkIdentityProps {
  kind: IdentityKind;
  user: AdminUserRow;
  /** The identity that the new one replaces. */
  present: ExternalIdentityRow | undefined;
  onClosed: () => void;
}

/** Looks the identity up first, so that the administrator sees whose it is before linking it. */
export function LinkIdentity({ kind, user, present, onClosed }: LinkIdentityProps) {
  const { t } = useText();
  const { uid, username } = user;
  const names = { kind: t(`adminUser.${kind}`), username };
  const [identity, setIdentity] = useState('');
  const [found, setFound] = useState<IdentityLookup>();
  const problems = useProblems({ identity: identity.trim() === '' && t('user.missing') });
  const lookUp = useFormCommand(calls.adminUser.findIdentity, { onDone: setFound });
  const link = useFormCommand(calls.adminUser.linkIdentity, {
    refresh: [calls.adminUser.getLoginMethods, calls.adminUser.devices],
    onDone: () => showToast({ kind: 'done', text: t('adminUser.linkedNow', names) }),
  });
  const unknown =
    lookUp.sent?.identity === identity ? lookUp.errorOf('identityUnknown') : undefined;
  const canLink = found !== undefined && found.linked_username === '';
  return (
    <FormDialog
      width={520}
      title={t(present ? 'adminUser.replaceTitle' : 'adminUser.linkTitle', names)}
      help={
        present
          ? t('adminUser.replaceHelp', { external: externalName(present) })
          : t('adminUser.linkHelp')
      }
      submit={t(canLink ? (present ? 'adminUser.replace' : 'adminUser.link') : 'adminUser.lookUp')}
      problems={problems}
      changed={identity !== ''}
      working={lookUp.working || link.working}
      done={link.done}
      error={lookUp.otherError('identityUnknown') ?? link.otherError()}
      onSend={() =>
        canLink
          ? link.send({ uid, kind, identity, replace: present !== undefined })
          : lookUp.send({ kind, identity })
      }
      onClosed={onClosed}
    >
      <Field
        label={t(`adminUser.${kind}Identity`)}
        help={kind === 'oauth2' && t('adminUser.oauth2IdentityHelp')}
        error={problems.of('identity') ?? unknown}
      >
        <TextInput
          name="identity"
          value={identity}
          onText={(text) => {
            setIdentity(text);
            setFound(undefined);
          }}
          maxLength={512}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          required
        />
      </Field>
      {found && <FoundIdentity found={found} />}
    </FormDialog>
  );
}

function FoundIdentity({ found }: { found: IdentityLookup }) {
  const { t } = useText();
  const { name, dn, external_id, linked_username } = found;
  return (
    <div aria-live="polite" className={styles.result}>
      <dl className={styles.found}>
        {name && (
          <>
            <dt>{t('adminUser.foundName')}</dt>
            <dd>{name}</dd>
          </>
        )}
        {dn && (
          <>
            <dt>{t('adminUser.foundDn')}</dt>
            <dd>{dn}</dd>
          </>
        )}
        <dt>{t('adminUser.foundId')}</dt>
        <dd className="mono">{external_id}</dd>
      </dl>
      {linked_username && (
        <Note kind="warning">{t('adminUser.foundLinked', { username: linked_username })}</Note>
      )}
    </div>
  );
}
