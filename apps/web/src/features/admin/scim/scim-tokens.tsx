import { calls } from '@octavo/contract';
import type { ScimToken } from '@octavo/contract/admin-scim.entities';
import type { CallResponse } from '@octavo/contract/define-call';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Time } from '../../../shared/i18n/time.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { DataTable } from '../../../shared/ui/data-table.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { NewSecretDialog } from '../../../shared/ui/new-secret-dialog.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import styles from '../directory/directory.module.css';
import { NewScimToken } from './new-scim-token.tsx';
import own from './scim.module.css';

type NewToken = CallResponse<typeof calls.adminScim.createToken>;

/** The tokens of identity providers; a second one lets them change without an interruption. */
export function ScimTokens({
  tokens,
  mayChange,
}: {
  tokens: readonly ScimToken[];
  mayChange: boolean;
}) {
  const { t } = useText();
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<NewToken>();
  const [revoking, setRevoking] = useState<ScimToken>();
  return (
    <section className={styles.part}>
      <div className={styles.head}>
        <div>
          <h2>{t('adminScim.tokens')}</h2>
          <p>{t('adminScim.tokensHelp')}</p>
        </div>
        {mayChange && (
          <Button icon={<Plus />} onClick={() => setCreating(true)}>
            {t('adminScim.newToken')}
          </Button>
        )}
      </div>
      {tokens.length === 0 ? (
        <p className={styles.quiet}>{t('adminScim.noTokens')}</p>
      ) : (
        <TokenTable tokens={tokens} onRevoke={mayChange ? setRevoking : undefined} />
      )}
      {isCreating && <NewScimToken onCreated={setCreated} onClosed={() => setCreating(false)} />}
      {created && !isCreating && (
        <NewSecretDialog
          help={created.scim_token.name}
          secret={created.token}
          onClosed={() => setCreated(undefined)}
        />
      )}
      {revoking && <RevokeScimToken token={revoking} onClosed={() => setRevoking(undefined)} />}
    </section>
  );
}

interface TokenTableProps {
  tokens: readonly ScimToken[];
  /** Absent for auditors. */
  onRevoke: ((token: ScimToken) => void) | undefined;
}

function TokenTable({ tokens, onRevoke }: TokenTableProps) {
  const { t, rich } = useText();
  return (
    <DataTable
      label={t('adminScim.tokens')}
      rows={tokens}
      keyOf={({ id }) => id}
      columns={[
        {
          label: t('accessToken.name'),
          render: ({ name, prefix }) => (
            <>
              <span className={own.name}>{name}</span>
              <span className={`${own.prefix} mono`}>{prefix}…</span>
            </>
          ),
        },
        {
          label: t('adminScim.created'),
          render: ({ username, addtime }) =>
            rich('adminScim.createdBy', { username, time: <Time value={addtime} /> }),
        },
        {
          label: t('accessToken.lastUsed'),
          render: ({ last_used_time, last_address }) =>
            last_used_time === null
              ? t('accessToken.never')
              : rich('adminScim.usedFrom', {
                  time: <Time value={last_used_time} />,
                  address: last_address,
                }),
        },
        ...(onRevoke
          ? [
              {
                label: t('team.actions'),
                kind: 'actions' as const,
                width: 56,
                render: (token: ScimToken) => (
                  <IconButton
                    label={t('accessToken.revoke', { name: token.name })}
                    onClick={() => onRevoke(token)}
                  >
                    <Trash2 />
                  </IconButton>
                ),
              },
            ]
          : []),
      ]}
    />
  );
}

function RevokeScimToken({
  token: { id, name },
  onClosed,
}: {
  token: ScimToken;
  onClosed: () => void;
}) {
  const { t } = useText();
  const revoke = useFormCommand(calls.adminScim.revokeToken, {
    refresh: [calls.adminScim.loadConfig],
    onDone: () => showToast({ kind: 'done', text: t('accessToken.revoked') }),
  });
  return (
    <ConfirmDialog
      title={t('accessToken.revokeTitle', { name })}
      confirm={t('accessToken.revokeAction')}
      working={revoke.working}
      done={revoke.done}
      error={revoke.otherError()}
      onConfirm={() => revoke.send({ id })}
      onClosed={onClosed}
    >
      {t('adminScim.revokeText')}
    </ConfirmDialog>
  );
}
