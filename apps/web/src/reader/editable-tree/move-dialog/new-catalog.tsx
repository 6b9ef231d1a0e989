import { calls, type Calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';
import { MAX_CATALOG_NAME_LENGTH } from '@octavo/contract/limits';
import { FolderPlus } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { call } from '../../../shared/api/call.ts';
import { randomId } from '../../../shared/autosave/random-id.ts';
import { useErrorText } from '../../../shared/api/error-text.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { TextInput } from '../../../shared/ui/text-input.tsx';
import styles from './move-catalogs.module.css';

interface NewCatalogProps {
  itemId: number;
  /** 0 is the root. */
  parentId: number;
  parentName: string;
  /** The typed name; undefined while the row is a button. */
  name: string | undefined;
  onName: (name: string | undefined) => void;
  onCreated: (row: CallResponse<Calls['catalog']['save']>) => void;
}

/** The last row of the catalogs: a button that becomes a field for the name of a new catalog. */
export function NewCatalog(props: NewCatalogProps) {
  const { parentId, parentName, name, onName } = props;
  const { t } = useText();
  if (name !== undefined) return <NameField {...props} name={name} />;
  return (
    <button type="button" className={styles.new} onClick={() => onName('')}>
      <FolderPlus />
      <span className={styles.name}>
        {parentId === 0 ? t('tree.moveNewAtTop') : t('tree.moveNewIn', { name: parentName })}
      </span>
    </button>
  );
}

function NameField(props: NewCatalogProps & { name: string }) {
  const { itemId, parentId, name, onName, onCreated } = props;
  const { t } = useText();
  const errorText = useErrorText();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [requestId] = useState(randomId);
  const [isSaving, setSaving] = useState(false);
  /** Set before the state is rendered, so that a second Enter is ignored. */
  const isSent = useRef(false);
  const [error, setError] = useState<string>();
  useEffect(() => field.current?.focus(), []);

  async function save(): Promise<void> {
    const cat_name = name.trim();
    if (isSent.current || cat_name === '') return;
    isSent.current = true;
    setSaving(true);
    setError(undefined);
    try {
      onCreated(
        await call(calls.catalog.save, {
          item_id: itemId,
          cat_id: 0,
          parent_cat_id: parentId,
          cat_name,
          request_id: requestId,
        }),
      );
    } catch (failure) {
      setError(errorText(failure));
      setSaving(false);
      isSent.current = false;
    }
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') void save();
    // Esc must not close the dialog.
    if (event.key === 'Escape') onName(undefined);
    if (event.key === 'Enter' || event.key === 'Escape') event.preventDefault();
  }

  return (
    <div className={styles.form}>
      <TextInput
        ref={field}
        value={name}
        maxLength={MAX_CATALOG_NAME_LENGTH}
        autoComplete="off"
        aria-label={t('tree.moveNewName')}
        placeholder={t('tree.moveNewName')}
        aria-describedby={id}
        aria-invalid={error === undefined ? undefined : true}
        aria-busy={isSaving || undefined}
        readOnly={isSaving}
        onText={onName}
        onKeyDown={onKeyDown}
      />
      <p id={id} className={error === undefined ? styles.help : styles.error} aria-live="polite">
        {error ?? t('tree.enterSaves')}
      </p>
    </div>
  );
}
