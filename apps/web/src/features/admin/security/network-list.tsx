import type { AllowedNetwork } from '@octavo/contract/admin-security.entities';
import { MAX_NETWORK_NOTE_LENGTH } from '@octavo/contract/setting-limits';
import { LockKeyhole, X } from 'lucide-react';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { formatDate } from '../../../shared/i18n/format-time.ts';
import { useLanguage, useText } from '../../../shared/i18n/texts.tsx';
import { containsAddress, isNetwork } from '../../../shared/session/network.ts';
import { useSession } from '../../../shared/session/session.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { Switch } from '../../../shared/ui/switch.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import { TextInput } from '../../../shared/ui/text-input.tsx';
import settings from '../parts/settings.module.css';
import styles from './security.module.css';

interface NetworkListProps {
  title: string;
  help: string;
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
  networks: readonly AllowedNetwork[];
  onNetworks: (networks: AllowedNetwork[]) => void;
  /** What is typed below the list. */
  added: { readonly network: string; readonly note: string };
  onAdded: (added: { network: string; note: string }) => void;
  /** The address of the administrator, as the server sees it. */
  ownAddress: string;
  /** Why the list cannot be saved. */
  error: string | undefined;
  /** Something is typed and not added. */
  addedError: string | undefined;
}

/** The networks that may log in, or use the console, while the list is on. */
export function NetworkList(props: NetworkListProps) {
  const { t } = useText();
  const { title, networks, onNetworks, added, onAdded, ownAddress } = props;
  const username = useSession().account?.username ?? '';
  const id = useId();
  const [isWrong, setWrong] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const isOwn = ({ network }: AllowedNetwork) => containsAddress(network, ownAddress);
  const ownCount = networks.filter(isOwn).length;

  function insert(network: string, note: string) {
    const others = networks.filter((entry) => entry.network !== network);
    onNetworks([...others, { network, note, username, time: new Date().toISOString() }]);
  }
  function add() {
    field.current?.focus();
    const network = added.network.trim().toLowerCase();
    if (!isNetwork(network)) return setWrong(true);
    insert(network, added.note.trim());
    onAdded({ network: '', note: '' });
    return setWrong(false);
  }
  function addOwn() {
    field.current?.focus();
    insert(ownAddress, '');
  }
  /** Moves the focus to the button of the next network, or to the field. */
  function remove(network: AllowedNetwork, button: HTMLElement) {
    const buttons = [...(button.closest('table')?.querySelectorAll('button') ?? [])];
    const at = buttons.findIndex((each) => each === button);
    flushSync(() => onNetworks(networks.filter((each) => each !== network)));
    const near = [buttons[at + 1], buttons[at - 1]].find((each) => each?.isConnected);
    (near ?? field.current)?.focus();
  }
  // Enter would save the whole form.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    add();
  };
  const addedError = isWrong ? t('accessToken.networkWrong') : props.addedError;
  return (
    <section className={styles.list} aria-labelledby={`${id}-title`}>
      <div className={styles.head}>
        <div>
          <h3>
            <label id={`${id}-title`} htmlFor={id}>
              {title}
            </label>
          </h3>
          <p id={`${id}-help`}>{props.help}</p>
        </div>
        <Switch
          id={id}
          checked={props.isOn}
          onChecked={props.onSwitch}
          aria-describedby={`${id}-help`}
        />
      </div>
      {props.isOn && (
        <>
          {networks.length > 0 && (
            <NetworkTable
              label={title}
              networks={networks}
              ownAddress={ownAddress}
              isLocked={(entry) => ownCount === 1 && isOwn(entry)}
              onRemove={remove}
            />
          )}
          <div className={styles.add}>
            <div>
              <TextInput
                ref={field}
                mono
                aria-label={t('adminSecurity.newNetwork', { list: title })}
                aria-invalid={addedError || props.error ? true : undefined}
                aria-describedby={addedError ? `${id}-error` : undefined}
                placeholder="2001:db8::/48"
                value={added.network}
                onText={(network) => {
                  setWrong(false);
                  onAdded({ ...added, network });
                }}
                onKeyDown={onKeyDown}
                maxLength={64}
                autoComplete="off"
                spellCheck={false}
              />
              {addedError && (
                <p id={`${id}-error`} className={styles.error} role="alert">
                  {addedError}
                </p>
              )}
            </div>
            <TextInput
              aria-label={t('adminSecurity.newNote', { list: title })}
              placeholder={t('adminSecurity.note')}
              value={added.note}
              onText={(note) => onAdded({ ...added, note })}
              onKeyDown={onKeyDown}
              maxLength={MAX_NETWORK_NOTE_LENGTH}
              autoComplete="off"
            />
            <Button onClick={add}>{t('adminSecurity.add')}</Button>
          </div>
          {ownCount === 0 && (
            <Note kind={props.error ? 'error' : 'warning'}>
              {t('adminSecurity.ownMissing', { address: ownAddress })}{' '}
              <Button size="small" onClick={addOwn}>
                {t('adminSecurity.addOwn', { address: ownAddress })}
              </Button>
            </Note>
          )}
        </>
      )}
    </section>
  );
}

interface NetworkTableProps {
  label: string;
  networks: readonly AllowedNetwork[];
  ownAddress: string;
  /** The last network with the own address stays. */
  isLocked?: (network: AllowedNetwork) => boolean;
  /** Absent for auditors. */
  onRemove?: (network: AllowedNetwork, button: HTMLElement) => void;
}

export function NetworkTable(props: NetworkTableProps) {
  const { t } = useText();
  const { language } = useLanguage();
  const { label, networks, ownAddress, isLocked, onRemove } = props;
  return (
    <table className={`${settings.table} ${styles.networks}`} aria-label={label}>
      <thead>
        <tr>
          <th>{t('adminSecurity.network')}</th>
          <th>{t('adminSecurity.note')}</th>
          <th>{t('adminSecurity.added')}</th>
          {onRemove && (
            <th>
              <span className="visually-hidden">{t('team.actions')}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {networks.map((entry) => {
          const { network, note, username, time } = entry;
          return (
            <tr key={network}>
              <td className="mono">{network}</td>
              <td>
                <span className={styles.note}>
                  {note}
                  {containsAddress(network, ownAddress) && (
                    <Tag kind="ok">{t('adminSecurity.youAreHere', { address: ownAddress })}</Tag>
                  )}
                </span>
              </td>
              <td className={styles.added}>
                {t('adminSecurity.addedBy', { time: formatDate(time, language), username })}
              </td>
              {onRemove && (
                <td>
                  {isLocked?.(entry) ? (
                    <span className={styles.locked} data-tip={t('adminSecurity.locked')}>
                      <LockKeyhole />
                      <span className="visually-hidden">{t('adminSecurity.locked')}</span>
                    </span>
                  ) : (
                    <IconButton
                      label={t('adminSecurity.removeNetwork', { network })}
                      onClick={({ currentTarget }) => onRemove(entry, currentTarget)}
                    >
                      <X />
                    </IconButton>
                  )}
                </td>
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
