import { parseAddressList, type MailAddress } from '@octavo/contract/mail-address';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { useText } from '../../../../shared/i18n/texts.tsx';
import { useFieldControl } from '../../../../shared/ui/field.tsx';
import styles from './invite.module.css';

interface AddressInputProps {
  people: readonly MailAddress[];
  onPeople: (people: readonly MailAddress[]) => void;
  /** What is typed and is no address yet. */
  typed: string;
  onTyped: (typed: string) => void;
  /** Lower-case addresses that are left out. */
  leftOut: ReadonlySet<string>;
}

/** Ends an address while typing. A space inside a name does not, since the name is followed by `<`. */
const SEPARATOR = /[,;，；、\n]|@\S+\s/u;

/** Addresses as chips. A pasted list is split; what is no address stays in the text. */
export function AddressInput(props: AddressInputProps) {
  const { people, onPeople, typed, onTyped, leftOut } = props;
  const { t } = useText();
  const control = useFieldControl();
  const input = useRef<HTMLInputElement>(null);

  function add(text: string) {
    const parsed = parseAddressList(text);
    const known = new Set(people.map(({ email }) => email.toLowerCase()));
    const added = parsed.people.filter(({ email }) => !known.has(email.toLowerCase()));
    if (added.length > 0) onPeople([...people, ...added]);
    onTyped(parsed.invalid.join(', '));
  }

  function remove(email: string) {
    onPeople(people.filter((person) => person.email !== email));
    input.current?.focus();
  }

  return (
    <div className={styles.addresses}>
      {people.map(({ email, name }) => (
        <span
          key={email}
          className={
            leftOut.has(email.toLowerCase()) ? `${styles.chip} ${styles.out}` : styles.chip
          }
          title={name}
        >
          <span className={styles.address}>{email}</span>
          <button
            type="button"
            aria-label={t('adminInvite.remove', { email })}
            onClick={() => remove(email)}
          >
            <X />
          </button>
        </span>
      ))}
      <input
        {...control}
        ref={input}
        className={styles.typed}
        type="text"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        value={typed}
        onChange={({ target }) =>
          SEPARATOR.test(target.value) ? add(target.value) : onTyped(target.value)
        }
        // A text field would join the lines of a list.
        onPaste={(event) => {
          event.preventDefault();
          add(`${typed}${event.clipboardData.getData('text')}`);
        }}
        onBlur={() => add(typed)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter' && typed.trim() !== '') {
            event.preventDefault();
            add(typed);
          }
          if (event.key === 'Backspace' && typed === '') onPeople(people.slice(0, -1));
        }}
      />
    </div>
  );
}
