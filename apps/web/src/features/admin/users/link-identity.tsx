import { calls } from '@octavo/contract';
import type { AdminUserRow } from '@octavo/contract/admin.entities';
import type { CallResponse } from '@octavo/contract/define-call';
import type { ExternalIdentityRow, IdentityKind } from '@octavo/contract/login-method.entities';
import { MAX_EXTERNAL_ID_LENGTH } from '@octavo/contract/setting-limits';
import { useState } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useFieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { TextInput } from '../../../shared/ui/text-input.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { externalName } from './external-name.ts';
import styles from './user-logins.module.css';
import { SESSION_CALLS } from './session-calls.ts';

type IdentityLookup = CallResponse<typeof calls.adminUser.findIdentity>;

interface LinkIdentityProps {
  kind: IdentityKind;
  user: AdminUserRow;
  /** The identity that the new one replaces. */
  currentIdentity: ExternalIdentityRow | undefined;
  onClosed: () => void;
}

/** Looks the identity up first, so that the administrator sees whose it is before linking it. */
export function LinkIdentity({ kind, user, currentIdentity, onClosed }: LinkIdentityProps) {
  const { t } = useText();
  const { uid, username } = user;
  const names = { kind: t(`adminUser.${kind}`), username };
  const [identity, setIdentity] = useState('');
  const [identityInfo, setIdentityInfo] = useState<IdentityLookup>();
  const fieldErrors = useFieldErrors({ identity: identity.trim() === '' && t('user.missing') });
  const lookUp = useFormCommand(calls.adminUser.findIdentity, { onDone: setIdentityInfo });
  const link = useFormCommand(calls.adminUser.linkIdentity, {
    refresh: [calls.adminUser.getLoginMethods, calls.adminUser.getList, ...SESSION_CALLS],
    onDone: () => showToast({ kind: 'done', text: t('adminUser.linkedNow', names) }),
  });
  const identityError =
    lookUp.sent?.identity === identity ? lookUp.errorOf('identityUnknown') : undefined;
  const canLink = identityInfo !== undefined && identityInfo.linked_username === '';
  return (
    <FormDialog
      width={520}
      title={t(currentIdentity ? 'adminUser.replaceTitle' : 'adminUser.linkTitle', names)}
      help={
        currentIdentity
          ? t('adminUser.replaceHelp', { external: externalName(currentIdentity) })
          : t('adminUser.linkHelp')
      }
      submit={t(
        canLink ? (currentIdentity ? 'adminUser.replace' : 'adminUser.link') : 'adminUser.lookUp',
      )}
      fieldErrors={fieldErrors}
      changed={identity !== ''}
      working={lookUp.working || link.working}
      done={link.done}
      error={lookUp.otherError('identityUnknown') ?? link.otherError()}
      onSend={() =>
        canLink
          ? link.send({ uid, kind, identity, replace: currentIdentity !== undefined })
          : lookUp.send({ kind, identity })
      }
      onClosed={onClosed}
    >
      <Field
        label={t(`adminUser.${kind}Identity`)}
        help={kind === 'oauth2' && t('adminUser.oauth2IdentityHelp')}
        error={fieldErrors.get('identity') ?? identityError}
      >
        <TextInput
          name="identity"
          value={identity}
          onText={(text) => {
            setIdentity(text);
            setIdentityInfo(undefined);
          }}
          maxLength={MAX_EXTERNAL_ID_LENGTH}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          required
        />
      </Field>
      {identityInfo && <IdentityDetails identityInfo={identityInfo} />}
    </FormDialog>
  );
}

function IdentityDetails({ identityInfo }: { identityInfo: IdentityLookup }) {
  const { t } = useText();
  const { name, dn, external_id, linked_username } = identityInfo;
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
