import { calls } from '@octavo/contract';
import { MAX_PASSKEYS } from '@octavo/contract/limits';
import type { Passkey } from '@octavo/contract/passkey.entities';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { NewPasskeyDialog } from '../../../shared/passkey/new-passkey-dialog.tsx';
import { PasskeyRow } from '../../../shared/passkey/passkey-row.tsx';
import { passkeyObstacle } from '../../../shared/passkey/passkey.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Card, SectionHead } from '../../../shared/ui/card.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { QueryState } from '../../../shared/ui/query-state.tsx';
import { EmptyState } from '../../../shared/ui/state-block.tsx';
import { RemovePasskey, RenamePasskey } from './passkey-dialogs.tsx';
import { useRefreshFactors } from './use-refresh-factors.ts';

type Opened =
  | { readonly action: 'new'; readonly isFirst: boolean }
  | { readonly action: 'rename'; readonly passkey: Passkey }
  | { readonly action: 'remove'; readonly passkey: Passkey; readonly isLast: boolean };

/** The passkeys of the own account. */
export function Passkeys() {
  const { t } = useText();
  const query = useCall(calls.secondFactor.status, {});
  const refresh = useRefreshFactors();
  // The dialogs are rendered here, not in the rows: a row unmounts before its dialog has closed.
  const [opened, setOpened] = useState<Opened>();
  const onClosed = () => setOpened(undefined);
  const { data } = query;
  const obstacle = data && passkeyObstacle(data.passkey_support);
  const factors = data ? data.passkeys.length + (data.totp ? 1 : 0) : 0;
  return (
    <>
      <SectionHead
        title={t('passkey.title')}
        help={t('passkey.help')}
        action={
          data &&
          !obstacle &&
          data.passkeys.length < MAX_PASSKEYS && (
            <Button
              size="small"
              icon={<Plus />}
              onClick={() => setOpened({ action: 'new', isFirst: factors === 0 })}
            >
              {t('passkey.add')}
            </Button>
          )
        }
      />
      <QueryState query={query}>
        {({ passkeys, required_from }) => (
          <>
            {obstacle && <Note kind="info">{t(`passkey.${obstacle}`)}</Note>}
            {passkeys.length > 0 ? (
              <Card>
                <ul>
                  {passkeys.map((passkey) => (
                    <OwnPasskey
                      key={passkey.id}
                      passkey={passkey}
                      mustStay={required_from !== null && factors === 1}
                      onRename={() => setOpened({ action: 'rename', passkey })}
                      onRemove={() =>
                        setOpened({ action: 'remove', passkey, isLast: factors === 1 })
                      }
                    />
                  ))}
                </ul>
              </Card>
            ) : (
              !obstacle && (
                <Card>
                  <EmptyState title={t('passkey.emptyTitle')}>{t('passkey.emptyText')}</EmptyState>
                </Card>
              )
            )}
          </>
        )}
      </QueryState>
      {opened?.action === 'new' && (
        <NewPasskeyDialog isFirst={opened.isFirst} onDone={refresh} onClosed={onClosed} />
      )}
      {opened?.action === 'rename' && (
        <RenamePasskey passkey={opened.passkey} onClosed={onClosed} />
      )}
      {opened?.action === 'remove' && (
        <RemovePasskey passkey={opened.passkey} isLast={opened.isLast} onClosed={onClosed} />
      )}
    </>
  );
}

interface OwnPasskeyProps {
  passkey: Passkey;
  /** It is the last second factor, and one is required. */
  mustStay: boolean;
  onRename: () => void;
  onRemove: () => void;
}

function OwnPasskey({ passkey, mustStay, onRename, onRemove }: OwnPasskeyProps) {
  const { t } = useText();
  const { name } = passkey;
  return (
    <PasskeyRow passkey={passkey} note={mustStay && t('passkey.lastStays')}>
      <IconButton label={t('passkey.rename', { name })} onClick={onRename}>
        <Pencil />
      </IconButton>
      {!mustStay && (
        <IconButton label={t('passkey.remove', { name })} onClick={onRemove}>
          <Trash2 />
        </IconButton>
      )}
    </PasskeyRow>
  );
}
