import { Filter } from 'lucide-react';
import { useId, useState } from 'react';
import { MAX_LOCAL_TIME, toIsoTime } from '../i18n/local-time.ts';
import { useText } from '../i18n/texts.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { TextInput } from '../ui/text-input.tsx';
import styles from './audit-log.module.css';

interface Narrowed {
  /** Usernames, part of a name and an address, as they are typed. */
  readonly person: string;
  readonly object: string;
  readonly address: string;
  /** Values of `datetime-local` inputs. */
  readonly from: string;
  readonly to: string;
}

export const NO_FILTER: Narrowed = { person: '', object: '', address: '', from: '', to: '' };

/** The parameters of the call; an empty field filters nothing. */
export function toQuery({ person, object, address, from, to }: Narrowed) {
  const all = {
    person: person.trim(),
    object: object.trim(),
    address: address.trim(),
    from: toIsoTime(from),
    to: toIsoTime(to),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}

interface AuditFiltersProps {
  value: Narrowed;
  onValue: (value: Narrowed) => void;
}

/** The rarer filters, which a button opens. */
export function AuditFilters({ value, onValue }: AuditFiltersProps) {
  const { t } = useText();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const count = Object.values(value).filter((text) => text !== '').length;
  const change = (part: Partial<Narrowed>) => onValue({ ...value, ...part });
  return (
    <search className={styles.narrow}>
      <div className={styles.narrowHead}>
        <Button
          size="small"
          icon={<Filter />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {count === 0 ? t('audit.filters') : t('audit.filtersSet', { count })}
        </Button>
        {count > 0 && (
          <Button size="small" variant="quiet" onClick={() => onValue(NO_FILTER)}>
            {t('audit.clearFilters')}
          </Button>
        )}
      </div>
      <div id={id} className={styles.fields} hidden={!isOpen}>
        <Field label={t('audit.person')} help={t('audit.personHelp')}>
          <TextInput
            autoComplete="off"
            spellCheck={false}
            maxLength={64}
            value={value.person}
            onText={(person) => change({ person })}
          />
        </Field>
        <Field label={t('audit.what')} help={t('audit.objectHelp')}>
          <TextInput
            autoComplete="off"
            maxLength={64}
            value={value.object}
            onText={(object) => change({ object })}
          />
        </Field>
        <Field label={t('audit.address')} help={t('audit.addressHelp')}>
          <TextInput
            mono
            autoComplete="off"
            spellCheck={false}
            maxLength={64}
            value={value.address}
            onText={(address) => change({ address })}
          />
        </Field>
        <Field label={t('audit.from')} help={t('audit.fromHelp')}>
          <TextInput
            type="datetime-local"
            max={MAX_LOCAL_TIME}
            value={value.from}
            onText={(from) => change({ from })}
          />
        </Field>
        <Field label={t('audit.to')}>
          <TextInput
            type="datetime-local"
            max={MAX_LOCAL_TIME}
            value={value.to}
            onText={(to) => change({ to })}
          />
        </Field>
      </div>
    </search>
  );
}
