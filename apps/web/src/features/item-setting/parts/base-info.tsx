import { calls } from '@octavo/contract';
import { useState } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useFields } from '../../../shared/hooks/fields.ts';
import { useFieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { validateDomain } from '../../../shared/items/item-domain.ts';
import {
  ItemDescriptionField,
  ItemDomainField,
  ItemNameField,
  PrivacyChoice,
  type Privacy,
} from '../../../shared/items/item-fields.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { SectionHead } from '../../../shared/ui/card.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { Form } from '../../../shared/ui/form.tsx';
import { LeaveGuard } from '../../../shared/ui/leave-guard.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { FootNote, Panel } from '../../../shared/ui/panel.tsx';
import { PasswordInput } from '../../../shared/ui/text-input.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { changesOf, type BaseFields } from '../base-changes.ts';
import type { ItemDetail } from '../item-detail.ts';
import styles from './base-info.module.css';

const handledErrors = ['domainTaken', 'domainInvalid', 'privateNeedsPassword'] as const;

function fieldsOf({ item_name, item_description, item_domain }: ItemDetail): BaseFields {
  return { item_name, item_description, item_domain, password: '' };
}

export function BaseInfo({ item }: { item: ItemDetail }) {
  const { t, rich } = useText();
  const [fields, set, setAll] = useFields(fieldsOf(item));
  const saved: Privacy = item.is_private === 1 ? 'private' : 'open';
  const [privacy, setPrivacy] = useState(saved);
  const isPrivate = privacy === 'private';
  const isFrozen = item.is_archived === 1;
  const changes = changesOf(item, fields, privacy);
  const domain = validateDomain(fields.item_domain.trim());

  const fieldErrors = useFieldErrors({
    item_name: fields.item_name.trim() === '' && t('user.missing'),
    item_domain: fields.item_domain !== item.item_domain && domain && t(domain),
    password:
      isPrivate && saved === 'open' && fields.password === '' && t('errors.privateNeedsPassword'),
  });
  const update = useFormCommand(calls.item.update, {
    refresh: [calls.item.detail, calls.item.myList, calls.item.info],
    onDone: () => {
      set('password')('');
      showToast({ kind: 'done', text: t('itemSetting.saved') });
    },
  });

  function onDiscard() {
    setAll(fieldsOf(item));
    setPrivacy(saved);
  }

  const domainError =
    update.sent?.item_domain === fields.item_domain
      ? update.errorOf('domainTaken', 'domainInvalid')
      : undefined;
  const error = update.otherError(...handledErrors);
  return (
    <>
      <SectionHead title={t('itemSetting.base')} help={t('itemSetting.baseHelp')} />
      <Form
        fieldErrors={fieldErrors}
        onSend={() => changes && update.send({ item_id: item.item_id, ...changes })}
      >
        <Panel
          foot={
            <>
              <FootNote>
                {changes && (
                  <span className={styles.unsaved}>
                    <i />
                    {t('itemSetting.unsaved')}
                  </span>
                )}
              </FootNote>
              {changes && <Button onClick={onDiscard}>{t('itemSetting.discard')}</Button>}
              <Button type="submit" variant="primary" disabled={!changes} loading={update.working}>
                {t('itemSetting.save')}
              </Button>
            </>
          }
        >
          {isFrozen && <Note kind="warning">{t('itemSetting.archivedBase')}</Note>}
          <ItemNameField
            value={fields.item_name}
            onText={set('item_name')}
            error={fieldErrors.get('item_name')}
            disabled={isFrozen}
          />
          <ItemDescriptionField
            value={fields.item_description}
            onText={set('item_description')}
            disabled={isFrozen}
          />
          <ItemDomainField
            value={fields.item_domain}
            onText={set('item_domain')}
            onFilledBlur={() => fieldErrors.touch('item_domain')}
            help={rich('itemSetting.domainHelp', {
              address: <span className="mono">/{item.item_id}</span>,
            })}
            error={fieldErrors.get('item_domain') ?? domainError}
            disabled={isFrozen}
          />
          <PrivacyChoice
            value={privacy}
            onValue={setPrivacy}
            disabled={isFrozen && saved === 'private'}
          />
          {isPrivate && (
            <Field
              label={saved === 'private' ? t('itemSetting.newPassword') : t('item.visitPassword')}
              help={t('itemSetting.newPasswordHelp')}
              error={fieldErrors.get('password') ?? update.errorOf('privateNeedsPassword')}
            >
              <PasswordInput
                name="password"
                value={fields.password}
                onText={set('password')}
                placeholder={saved === 'private' ? t('itemSetting.keepPassword') : undefined}
                autoComplete="new-password"
              />
            </Field>
          )}
          {error && <Note kind="error">{error}</Note>}
        </Panel>
      </Form>
      <LeaveGuard changed={changes !== undefined} />
    </>
  );
}
