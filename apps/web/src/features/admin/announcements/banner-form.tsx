import { calls } from '@octavo/contract';
import type { SiteConfig } from '@octavo/contract/admin-setting.entities';
import { MAX_BANNER_LENGTH } from '@octavo/contract/setting-limits';
import { useState } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useFieldErrors } from '../../../shared/hooks/field-errors.ts';
import { MAX_LOCAL_TIME, toIsoTime, toLocalInput } from '../../../shared/i18n/local-time.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { TextArea } from '../../../shared/ui/text-area.tsx';
import { TextInput } from '../../../shared/ui/text-input.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { useDraft } from '../use-draft.ts';
import { ChoiceField } from '../parts/choice-field.tsx';
import { SavedForm } from '../parts/saved-form.tsx';
import styles from '../parts/settings.module.css';

function toDraft({ banner_text, banner_level, banner_until }: SiteConfig) {
  return { banner_text, banner_level, banner_until: toLocalInput(banner_until) };
}

export function BannerForm({ config }: { config: SiteConfig }) {
  const { t } = useText();
  const [openedAt] = useState(() => Date.now());
  const { draft, changes, isChanged, change, discard } = useDraft(toDraft(config));
  const { banner_text, banner_level, banner_until } = draft;
  const text = banner_text.trim();
  const fieldErrors = useFieldErrors({
    banner_until:
      text !== '' &&
      banner_until !== '' &&
      !(Date.parse(toIsoTime(banner_until)) > openedAt) &&
      t('admin.bannerPast'),
  });
  const save = useFormCommand(calls.adminSetting.saveConfig, {
    refresh: [calls.adminSetting.loadConfig],
    onDone: () => showToast({ kind: 'done', text: t('admin.bannerSaved') }),
  });
  return (
    <SavedForm
      fieldErrors={fieldErrors}
      isChanged={isChanged}
      lastSave={config.banner_saved}
      save={save}
      saveText={t('admin.bannerSave')}
      onSend={() => save.send({ ...changes, banner_until: toIsoTime(banner_until) })}
      onDiscard={discard}
    >
      <Field label={t('admin.bannerText')} help={t('admin.bannerTextHelp')} optional>
        <TextArea
          name="banner_text"
          rows={3}
          maxLength={MAX_BANNER_LENGTH}
          value={banner_text}
          onText={(typed) => change({ banner_text: typed })}
        />
      </Field>
      <ChoiceField
        label={t('admin.bannerLevel')}
        value={banner_level}
        onValue={(level) => change({ banner_level: level })}
        options={[
          { value: 'info', label: t('admin.bannerInfo') },
          { value: 'warning', label: t('admin.bannerWarning') },
        ]}
      />
      <Field
        label={t('admin.bannerUntil')}
        help={t('admin.bannerUntilHelp')}
        error={fieldErrors.get('banner_until')}
        optional
      >
        <TextInput
          type="datetime-local"
          name="banner_until"
          max={MAX_LOCAL_TIME}
          value={banner_until}
          onText={(until) => change({ banner_until: until })}
          onBlur={() => fieldErrors.touch('banner_until')}
        />
      </Field>
      {text !== '' && (
        <Note kind={banner_level}>
          <span className={styles.lines}>{text}</span>
        </Note>
      )}
    </SavedForm>
  );
}
