import { calls } from '@octavo/contract';
import type { AccessToken } from '@octavo/contract/access-token.entities';
import type { Account } from '@octavo/contract/entities';
import { TOKEN_NOTICE_DAYS } from '@octavo/contract/limits';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useNow } from '../../../shared/hooks/now.ts';
import { formatDate } from '../../../shared/i18n/format-time.ts';
import { useLanguage, useText } from '../../../shared/i18n/texts.tsx';
import { Time } from '../../../shared/i18n/time.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card, SectionHead } from '../../../shared/ui/card.tsx';
import { DataTable } from '../../../shared/ui/data-table.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { QueryState } from '../../../shared/ui/query-state.tsx';
import { EmptyState } from '../../../shared/ui/state-block.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import styles from './access-tokens.module.css';
import { CreatedToken, type NewToken } from './created-token.tsx';
import { NewTokenDialog } from './new-token-dialog.tsx';
import { RevokeToken } from './revoke-token.tsx';

const DAY = 86_400_000;

export function AccessTokens({ account }: { account: Account }) {
  const { t } = useText();
  const query = useCall(calls.accessToken.getList, {});
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<NewToken>();
  const [revoking, setRevoking] = useState<AccessToken>();
  return (
    <>
      <SectionHead
        title={t('accessToken.title')}
        help={t('accessToken.help')}
        action={
          query.data && (
            <Button size="small" icon={<Plus />} onClick={() => setCreating(true)}>
              {t('accessToken.new')}
            </Button>
          )
        }
      />
      <QueryState query={query}>
        {({ list }) =>
          list.length === 0 ? (
            <Card>
              <EmptyState title={t('accessToken.emptyTitle')}>
                {t('accessToken.emptyText')}
              </EmptyState>
            </Card>
          ) : (
            <Card>
              <TokenTable tokens={list} onRevoke={setRevoking} />
            </Card>
          )
        }
      </QueryState>
      {isCreating && query.data && (
        <NewTokenDialog
          account={account}
          maxDays={query.data.max_days}
          onCreated={setCreated}
          onClosed={() => setCreating(false)}
        />
      )}
      {created && !isCreating && (
        <CreatedToken created={created} onClosed={() => setCreated(undefined)} />
      )}
      {revoking && <RevokeToken token={revoking} onClosed={() => setRevoking(undefined)} />}
    </>
  );
}

interface TokenTableProps {
  tokens: readonly AccessToken[];
  onRevoke: (token: AccessToken) => void;
}

function TokenTable({ tokens, onRevoke }: TokenTableProps) {
  const { t } = useText();
  return (
    <DataTable
      label={t('accessToken.title')}
      rows={tokens}
      keyOf={({ id }) => id}
      columns={[
        {
          label: t('accessToken.name'),
          render: ({ name, prefix, network }) => (
            <>
              <span className={styles.name}>{name}</span>
              <span className={`${styles.prefix} mono`}>{prefix}…</span>
              {network !== '' && (
                <span className={styles.network}>{t('accessToken.fromNetwork', { network })}</span>
              )}
            </>
          ),
        },
        {
          label: t('accessToken.scopes'),
          render: ({ scopes }) =>
            scopes.map((scope) => t(`accessToken.${scope}`)).join(t('accessToken.between')),
        },
        { label: t('accessToken.items'), render: ({ items }) => <TokenItems items={items} /> },
        {
          label: t('accessToken.expires'),
          width: 160,
          render: (token) => <Expiry token={token} />,
        },
        {
          label: t('accessToken.lastUsed'),
          render: ({ last_used_time, last_address }) =>
            last_used_time === null ? (
              t('accessToken.never')
            ) : (
              <span data-tip={last_address}>
                <Time value={last_used_time} />
              </span>
            ),
        },
        {
          label: t('team.actions'),
          kind: 'actions',
          width: 56,
          render: (token) => (
            <IconButton
              label={t('accessToken.revoke', { name: token.name })}
              onClick={() => onRevoke(token)}
            >
              <Trash2 />
            </IconButton>
          ),
        },
      ]}
    />
  );
}

function TokenItems({ items }: Pick<AccessToken, 'items'>) {
  const { t } = useText();
  if (items === null) return t('accessToken.allItems');
  const names = items.list.map(({ item_name }) => item_name).join(t('accessToken.between'));
  if (items.total === 1 && names !== '') return names;
  return (
    <span data-tip={names || undefined}>{t('accessToken.itemCount', { count: items.total })}</span>
  );
}

function Expiry({ token: { expire_time, is_expired } }: { token: AccessToken }) {
  const { t } = useText();
  const { language } = useLanguage();
  const now = useNow();
  const date = formatDate(expire_time, language);
  if (is_expired) return <Tag>{t('accessToken.expired', { date })}</Tag>;
  const days = now === undefined ? undefined : Math.ceil((Date.parse(expire_time) - now) / DAY);
  if (days === undefined || days > TOKEN_NOTICE_DAYS) return date;
  return <Tag kind="warning">{t('accessToken.inDays', { days })}</Tag>;
}
