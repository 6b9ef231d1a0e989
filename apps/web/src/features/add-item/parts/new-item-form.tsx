import { calls } from '@octavo/contract';
import { paths } from '@octavo/contract/paths';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useFields } from '../../../shared/hooks/fields.ts';
import { useFieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { itemUrl } from '../../../shared/items/item-url.ts';
import { validateDomain } from '../../../shared/items/item-domain.ts';
import {
  ItemDescriptionField,
  ItemDomainField,
  ItemNameField,
  PrivacyChoice,
  type Privacy,
} from '../../../shared/items/item-fields.tsx';
import { Button, ButtonLink } from '../../../shared/ui/button.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { Form } from '../../../shared/ui/form.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { Panel } from '../../../shared/ui/panel.tsx';
import { PasswordInput } from '../../../shared/ui/text-input.tsx';
import { TypeChoice, type ItemType } from './type-choice.tsx';

const handledErrors = ['domainTaken', 'domainInvalid', 'privateNeedsPassword'] as const;

export function NewItemForm() {
  const { t } = useText();
  const navigate = useNavigate();
  const [type, setType] = useState<ItemType>(1);
  const [privacy, setPrivacy] = useState<Privacy>('open');
  const [fields, set] = useFields({
    item_name: '',
    item_description: '',
    item_domain: '',
    password: '',
  });
  const isPrivate = privacy === 'private';
  const domain = validateDomain(fields.item_domain.trim());

  const fieldErrors = useFieldErrors({
    item_name: fields.item_name.trim() === '' && t('user.missing'),
    item_domain: domain && t(domain),
    password: isPrivate && fields.password === '' && t('errors.privateNeedsPassword'),
  });
  const { item_name, item_domain } = fields;
  const add = useFormCommand(calls.item.add, {
    refresh: [calls.item.myList],
    // Open the new item at once, so that the user can write its first page.
    onDone: ({ item_id }) =>
      void navigate(itemUrl({ item_id, item_domain: item_domain.trim() }), { replace: true }),
  });
  const domainError =
    add.sent?.item_domain === item_domain ? add.errorOf('domainTaken', 'domainInvalid') : undefined;

  return (
    <Form
      fieldErrors={fieldErrors}
      onSend={() =>
        add.send({
          ...fields,
          item_type: type,
          is_private: isPrivate,
          password: isPrivate ? fields.password : '',
        })
      }
    >
      <Panel
        foot={
          <>
            <ButtonLink to={paths.myItems.href()}>{t('shell.cancel')}</ButtonLink>
            <Button type="submit" variant="primary" loading={add.working || add.done}>
              {t('addItem.create')}
            </Button>
          </>
        }
      >
        <TypeChoice value={type} onType={setType} />
        <ItemNameField
          value={item_name}
          onText={set('item_name')}
          error={fieldErrors.get('item_name')}
        />
        <ItemDescriptionField value={fields.item_description} onText={set('item_description')} />
        <ItemDomainField
          value={item_domain}
          onText={set('item_domain')}
          onFilledBlur={() => fieldErrors.touch('item_domain')}
          help={t('addItem.domainHelp')}
          error={fieldErrors.get('item_domain') ?? domainError}
        />
        <PrivacyChoice value={privacy} onValue={setPrivacy} />
        {isPrivate && (
          <Field
            label={t('item.visitPassword')}
            help={t('addItem.passwordHelp')}
            error={fieldErrors.get('password') ?? add.errorOf('privateNeedsPassword')}
          >
            <PasswordInput
              name="password"
              value={fields.password}
              onText={set('password')}
              autoComplete="new-password"
              required
            />
          </Field>
        )}
        {add.otherError(...handledErrors) && (
          <Note kind="error">{add.otherError(...handledErrors)}</Note>
        )}
      </Panel>
    </Form>
  );
}
