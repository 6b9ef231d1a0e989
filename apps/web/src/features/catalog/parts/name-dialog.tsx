import { calls } from '@octavo/contract';
import { MAX_CATALOG_NAME_LENGTH } from '@octavo/contract/limits';
import { useState } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { randomId } from '../../../shared/autosave/random-id.ts';
import { useFieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { TextInput } from '../../../shared/ui/text-input.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import type { Catalog } from '../tree.ts';
import { treeQueries } from '../use-catalogs.ts';

interface NameDialogProps {
  itemId: number;
  /** The catalog to rename; absent for a new one. */
  catalog?: Catalog;
  /** The parent of a new catalog; absent for the root. */
  parent?: Catalog | undefined;
  onClosed: () => void;
}

export function NameDialog({ itemId, catalog, parent, onClosed }: NameDialogProps) {
  const { t } = useText();
  const before = catalog?.cat_name ?? '';
  const [name, setName] = useState(before);
  const [requestId] = useState(randomId);
  const fieldErrors = useFieldErrors({ name: name.trim() === '' && t('user.missing') });
  const save = useFormCommand(calls.catalog.save, {
    refresh: treeQueries,
    onDone: () => showToast({ kind: 'done', text: t('catalog.saved') }),
  });
  const title = catalog
    ? t('catalog.editTitle')
    : parent
      ? t('catalog.addChildTitle', { parent: parent.cat_name })
      : t('catalog.addTitle');
  return (
    <FormDialog
      title={title}
      submit={t('catalog.save')}
      fieldErrors={fieldErrors}
      changed={name !== before}
      working={save.working}
      done={save.done}
      error={save.otherError()}
      onSend={() =>
        save.send({
          item_id: itemId,
          cat_name: name,
          ...(catalog
            ? { cat_id: catalog.cat_id }
            : { cat_id: 0, parent_cat_id: parent?.cat_id ?? 0, request_id: requestId }),
        })
      }
      onClosed={onClosed}
    >
      <Field label={t('catalog.name')} error={fieldErrors.get('name')}>
        <TextInput
          name="cat_name"
          value={name}
          onText={setName}
          maxLength={MAX_CATALOG_NAME_LENGTH}
          autoComplete="off"
          required
        />
      </Field>
    </FormDialog>
  );
}
