import { errors } from '@octavo/contract/errors';
import { CircleAlert, CloudOff, Copy, Download, FilePlus, RotateCw } from 'lucide-react';
import { copyText } from '../../../shared/device/copy-text.ts';
import { downloadText } from '../../../shared/device/download-text.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import type { Autosave } from '../../../shared/autosave/autosave.ts';
import type { SaveState } from '../../../shared/autosave/save-state.ts';
import { useAutosave } from '../../../shared/autosave/use-autosave.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import type { EditorModel } from '../editor-model.ts';
import { Banner, BannerActions } from './banner.tsx';

interface SaveBannerProps {
  autosave: Autosave;
  save: Extract<SaveState, { kind: 'waiting' | 'refused' }>;
  model: Pick<EditorModel, 'read'>;
  hasCatalogSelect: boolean;
}

/** Explains why the text is not saved and offers to copy, download or save it again. */
export function SaveBanner({ autosave, save, model, hasCatalogSelect }: SaveBannerProps) {
  const { t } = useText();
  const page_id = useAutosave(autosave, (state) => state.page_id);
  const storageFailed = useAutosave(autosave, (state) => state.storageFailed);
  const retryButton = (
    <Button size="small" variant="quiet" icon={<RotateCw />} onClick={() => void autosave.save()}>
      {t('editor.tryNow')}
    </Button>
  );
  if (save.kind === 'waiting')
    return (
      <Banner kind="warning" icon={<CloudOff />} title={t('editor.offlineTitle')}>
        {storageFailed ? t('editor.offlineNotStored') : t('editor.offlineText')}
        <BannerActions>
          {storageFailed && <RescueButtons model={model} />}
          {retryButton}
        </BannerActions>
      </Banner>
    );
  // The code of a deleted page, which some other errors share: offer to save the text as a new page.
  const isNotFound = save.code === errors.notFound.code;
  const isDeleted = isNotFound && page_id > 0;
  const isCatalogDeleted =
    hasCatalogSelect && isNotFound && page_id === 0 && model.read().cat_id > 0;
  const isTooLarge = save.code === errors.tooLarge.code;
  const title = isCatalogDeleted
    ? t('editor.catalogDeleted')
    : save.message || t('editor.notSaved');
  return (
    <Banner kind="error" icon={<CircleAlert />} title={title}>
      {isTooLarge && `${t('editor.tooLargeText')} `}
      {isCatalogDeleted && `${t('editor.catalogDeletedText')} `}
      {storageFailed ? t('editor.rejectedNotStored') : t('editor.rejectedText')}
      <BannerActions>
        <RescueButtons model={model} />
        {isDeleted && (
          <Button
            size="small"
            variant="quiet"
            icon={<FilePlus />}
            onClick={() => {
              autosave.convertToNewPage();
              void autosave.save();
            }}
          >
            {t('editor.saveAsNew')}
          </Button>
        )}
        {retryButton}
      </BannerActions>
    </Banner>
  );
}

export function RescueButtons({ model }: { model: Pick<EditorModel, 'read'> }) {
  const { t } = useText();
  const copy = async () => {
    const done = await copyText(model.read().content);
    showToast(
      done
        ? { kind: 'done', text: t('editor.textCopied') }
        : { kind: 'error', text: t('shell.copyFailed') },
    );
  };
  return (
    <>
      <Button size="small" variant="quiet" icon={<Copy />} onClick={() => void copy()}>
        {t('editor.copyText')}
      </Button>
      <Button
        size="small"
        variant="quiet"
        icon={<Download />}
        onClick={() => {
          const { title, content } = model.read();
          downloadText(title, content);
        }}
      >
        {t('editor.downloadText')}
      </Button>
    </>
  );
}
