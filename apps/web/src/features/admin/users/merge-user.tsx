import { calls } from '@octavo/contract';
import type { AdminUserRow } from '@octavo/contract/admin.entities';
import type { CallResponse } from '@octavo/contract/define-call';
import { useState } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useFieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { RowHelp } from '../../../shared/ui/card.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { UsernameInput } from '../../../shared/ui/username-input.tsx';
import { externalName } from './external-name.ts';
import styles from './user-logins.module.css';

type MergePreview = CallResponse<typeof calls.adminUser.getMerge>;

interface MergeUserProps {
  user: AdminUserRow;
  /** The account no longer exists. */
  onDeleted: () => void;
  onClosed: () => void;
}

/** Asks for the target account first, then shows what moves to it. */
export function MergeUser({ user, onDeleted, onClosed }: MergeUserProps) {
  const { t } = useText();
  const { uid, username } = user;
  const [to, setTo] = useState('');
  const [preview, setPreview] = useState<MergePreview>();
  const fieldErrors = useFieldErrors({
    to: to.trim() === '' && t('user.missing'),
  });
  const lookUp = useFormCommand(calls.adminUser.getMerge, { onDone: setPreview });
  const merge = useFormCommand(calls.adminUser.mergeUser, {
    refresh: [calls.adminUser.getList, calls.adminItem.getList],
    onDone: () => {
      showToast({
        kind: 'done',
        text: t('adminUser.merged', { username, to: preview?.to_username ?? to }),
      });
      onDeleted();
    },
  });
  const userError =
    lookUp.sent?.to_username === to ? lookUp.errorOf('noSuchUser', 'sameAccount') : undefined;
  return (
    <FormDialog
      danger
      width={560}
      title={t('adminUser.mergeTitle', { username })}
      help={t('adminUser.mergeHelp', { username })}
      submit={t(preview ? 'adminUser.mergeAction' : 'adminUser.mergeNext')}
      fieldErrors={fieldErrors}
      changed={to !== ''}
      working={lookUp.working || merge.working}
      done={merge.done}
      error={(userError ? undefined : lookUp.otherError()) ?? merge.otherError()}
      onSend={() =>
        preview
          ? merge.send({ uid, to_username: preview.to_username })
          : lookUp.send({ uid, to_username: to })
      }
      onClosed={onClosed}
    >
      <Field label={t('adminUser.mergeTo')} error={fieldErrors.get('to') ?? userError}>
        <UsernameInput
          name="to_username"
          value={to}
          onText={(text) => {
            setTo(text);
            setPreview(undefined);
          }}
          required
        />
      </Field>
      {preview && <MergeSummary preview={preview} />}
    </FormDialog>
  );
}

function MergeSummary({ preview }: { preview: MergePreview }) {
  const { t } = useText();
  const names = (identities: MergePreview['identities']) =>
    identities.map((each) => (
      <div key={each.kind}>
        {t(`adminUser.${each.kind}`)} {externalName(each)}
      </div>
    ));
  return (
    <div aria-live="polite" className={styles.result}>
      <dl className={styles.found}>
        <dt>{t('adminUser.mergeOwned')}</dt>
        <dd>
          {t('adminUser.mergeCounts', { items: preview.item_count, teams: preview.team_count })}
        </dd>
        <dt>{t('adminUser.mergeMember')}</dt>
        <dd>
          {t('adminUser.mergeCounts', {
            items: preview.member_item_count,
            teams: preview.member_team_count,
          })}
          <RowHelp>{t('adminUser.mergeRights')}</RowHelp>
        </dd>
        <dt>{t('adminUser.mergeFiles')}</dt>
        <dd>{t('adminUser.mergeFileCount', { files: preview.file_count })}</dd>
        <dt>{t('adminUser.mergeLogins')}</dt>
        <dd>
          {preview.identities.length > 0 ? names(preview.identities) : t('adminUser.mergeNoLogins')}
        </dd>
        {preview.unlinked.length > 0 && (
          <>
            <dt>{t('adminUser.mergeUnlinked')}</dt>
            <dd>{names(preview.unlinked)}</dd>
          </>
        )}
      </dl>
    </div>
  );
}
