import { calls } from '@octavo/contract';
import { MAX_LINK_LENGTH } from '@octavo/contract/setting-limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ImageUp, X } from 'lucide-react';
import { useRef } from 'react';
import { useErrorText } from '../../../shared/api/error-text.ts';
import { uploadFile } from '../../../shared/api/upload-file.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { TextInput } from '../../../shared/ui/text-input.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import styles from '../parts/settings.module.css';

interface LogoFieldProps {
  logo: string;
  error: string | undefined;
  onLogo: (logo: string) => void;
  onBlur: () => void;
}

/** The site logo: an uploaded image, which takes effect at once, or the URL of an image. */
export function LogoField({ logo, error, onLogo, onBlur }: LogoFieldProps) {
  const { t } = useText();
  const errorText = useErrorText();
  const fileInput = useRef<HTMLInputElement>(null);
  const queries = useQueryClient();
  const upload = useMutation({
    mutationFn: (file: File) => uploadFile(calls.adminSetting.uploadLogo, 'file', file, {}),
    onSuccess({ site_logo }) {
      onLogo(site_logo);
      showToast({ kind: 'done', text: t('adminSetting.logoChosen') });
      return queries.invalidateQueries({ queryKey: [calls.adminSetting.loadConfig.path] });
    },
  });
  return (
    <Field
      label={t('adminSetting.siteLogo')}
      help={t('adminSetting.siteLogoHelp')}
      error={error ?? (upload.error ? errorText(upload.error) : undefined)}
      optional
    >
      <div className={styles.logo}>
        {logo !== '' && !error && <img src={logo} alt="" />}
        <TextInput
          name="site_logo"
          value={logo}
          onText={onLogo}
          onBlur={onBlur}
          maxLength={MAX_LINK_LENGTH}
          autoComplete="off"
          trailing={
            logo !== '' && (
              <IconButton label={t('adminSetting.logoRemove')} onClick={() => onLogo('')}>
                <X />
              </IconButton>
            )
          }
        />
        <Button
          icon={<ImageUp />}
          loading={upload.isPending}
          onClick={() => fileInput.current?.click()}
        >
          {t('adminSetting.logoChoose')}
        </Button>
        <input
          ref={fileInput}
          type="file"
          accept="image/png,image/jpeg,image/webp,image/gif"
          hidden
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) upload.mutate(file);
            // Reset the input, so that the same file can be chosen again after a failed upload.
            target.value = '';
          }}
        />
      </div>
    </Field>
  );
}
