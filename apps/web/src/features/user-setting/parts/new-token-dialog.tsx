import { calls } from '@octavo/contract';
import type { Account } from '@octavo/contract/entities';
import { MAX_TOKEN_NAME_LENGTH, TOKEN_NOTICE_DAYS } from '@octavo/contract/limits';
import { tokenScopes } from '@octavo/contract/token-scope';
import type { TokenScope } from '@octavo/contract/token-scope';
import { USER_GROUP } from '@octavo/contract/user-group';
import { useState } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useFieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ItemPicker, type ItemIds } from '../../../shared/items/item-picker.tsx';
import { isNetwork } from '../../../shared/session/network.ts';
import { Checkbox } from '../../../shared/ui/checkbox.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { Segmented } from '../../../shared/ui/segmented.tsx';
import { SelectInput } from '../../../shared/ui/select-input.tsx';
import { TextInput } from '../../../shared/ui/text-input.tsx';
import styles from './access-tokens.module.css';
import type { NewToken } from './created-token.tsx';

const WIDTH = 600;
const LIFETIMES = [7, 30, 90, 180, 365];
const DEFAULT_DAYS = 90;

interface NewTokenDialogProps {
  account: Account;
  /** The longest lifetime that the site allows, in days. */
  maxDays: number;
  onCreated: (created: NewToken) => void;
  onClosed: () => void;
}

export function NewTokenDialog({ account, maxDays, onCreated, onClosed }: NewTokenDialogProps) {
  const { t } = useText();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly TokenScope[]>(['read']);
  const [reach, setReach] = useState<'all' | 'some'>('all');
  const [items, setItems] = useState<ItemIds>(new Set());
  const [network, setNetwork] = useState('');
  const [days, setDays] = useState(Math.min(DEFAULT_DAYS, maxDays));
  const { data: myItems = [] } = useCall(calls.item.myList, {});
  const fieldErrors = useFieldErrors({
    name: name.trim() === '' && t('user.missing'),
    scopes: scopes.length === 0 && t('accessToken.scopesMissing'),
    items: reach === 'some' && items.size === 0 && t('accessToken.itemsMissing'),
    network: network.trim() !== '' && !isNetwork(network.trim()) && t('accessToken.networkWrong'),
  });
  const create = useFormCommand(calls.accessToken.create, {
    refresh: [calls.accessToken.getList],
    onDone: onCreated,
  });
  const lifetimes = [...new Set([...LIFETIMES.filter((each) => each < maxDays), maxDays])];
  return (
    <FormDialog
      width={WIDTH}
      fillsPhone
      title={t('accessToken.new')}
      help={t('accessToken.newHelp')}
      submit={t('accessToken.create')}
      fieldErrors={fieldErrors}
      changed={name !== '' || network !== ''}
      working={create.working}
      cancellable={!create.working}
      done={create.done}
      error={create.otherError()}
      onSend={() =>
        create.send({
          name,
          scopes: [...scopes],
          item_ids: reach === 'all' ? 'all' : [...items],
          network: network.trim(),
          days,
        })
      }
      onClosed={onClosed}
    >
      <Field
        label={t('accessToken.name')}
        help={t('accessToken.nameHelp')}
        error={fieldErrors.get('name')}
      >
        <TextInput
          name="name"
          value={name}
          onText={setName}
          maxLength={MAX_TOKEN_NAME_LENGTH}
          autoComplete="off"
          required
        />
      </Field>
      <ScopeChoice
        scopes={scopes}
        onScopes={setScopes}
        hasRole={account.groupid !== USER_GROUP}
        isLimited={reach === 'some'}
        error={fieldErrors.get('scopes')}
      />
      <fieldset className={styles.group}>
        <legend>{t('accessToken.items')}</legend>
        <Segmented
          label={t('accessToken.items')}
          value={reach}
          onValue={(value) => {
            setReach(value);
            if (value === 'some') setScopes(scopes.filter((scope) => scope !== 'admin'));
          }}
          options={[
            { value: 'all', label: t('accessToken.allItems') },
            { value: 'some', label: t('accessToken.onlyThese') },
          ]}
        />
        {reach === 'some' && (
          <ItemPicker
            items={myItems}
            label={t('accessToken.items')}
            filterLabel={t('accessToken.filter')}
            emptyText={t('accessToken.noItems')}
            chosen={items}
            onChosen={setItems}
          />
        )}
        <Problem text={fieldErrors.get('items')} />
      </fieldset>
      <div className={styles.pair}>
        <Field
          label={t('accessToken.expires')}
          help={t('accessToken.expiresHelp', { before: TOKEN_NOTICE_DAYS, days: maxDays })}
        >
          <SelectInput
            value={days}
            onValue={setDays}
            options={lifetimes.map((value) => ({
              value,
              name: t('accessToken.inDays', { days: value }),
            }))}
          />
        </Field>
        <Field
          label={t('accessToken.onlyFrom')}
          optional
          help={t('accessToken.onlyFromHelp')}
          error={fieldErrors.get('network')}
        >
          <TextInput
            name="network"
            mono
            value={network}
            onText={setNetwork}
            maxLength={64}
            autoComplete="off"
            spellCheck={false}
          />
        </Field>
      </div>
    </FormDialog>
  );
}

interface ScopeChoiceProps {
  scopes: readonly TokenScope[];
  onScopes: (scopes: readonly TokenScope[]) => void;
  /** The user is an administrator or auditor. */
  hasRole: boolean;
  /** The token is limited to items. */
  isLimited: boolean;
  error: string | undefined;
}

function ScopeChoice({ scopes, onScopes, hasRole, isLimited, error }: ScopeChoiceProps) {
  const { t } = useText();
  const offered = tokenScopes.filter((scope) => scope !== 'admin' || hasRole);
  return (
    <fieldset className={styles.group}>
      <legend>{t('accessToken.scopes')}</legend>
      <div className={styles.scopes}>
        {offered.map((scope) => (
          <label key={scope} className={styles.scope}>
            <Checkbox
              checked={scopes.includes(scope)}
              disabled={scope === 'admin' && isLimited}
              onChecked={(checked) =>
                onScopes(checked ? [...scopes, scope] : scopes.filter((other) => other !== scope))
              }
            />
            <span>
              {t(`accessToken.${scope}`)}
              <small>{t(`accessToken.${scope}Help`)}</small>
            </span>
          </label>
        ))}
      </div>
      <Problem text={error} />
    </fieldset>
  );
}

function Problem({ text }: { text: string | undefined }) {
  return (
    text && (
      <p className={styles.problem} role="alert">
        {text}
      </p>
    )
  );
}
