import { errors } from '@octavo/contract/errors';
import { CircleAlert, CloudOff, Copy, Download, FilePlus, RotateCw } from 'lucide-react';
import { copyText } from '../../../shared/device/copy-text.ts';
import { downloadText } from '../../../shared/device/download-text.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import type { Keeper } from '../../../shared/keep/keeper.ts';
import type { SaveState } from '../../../shared/keep/save-state.ts';
import { useKeeper } from '../../../shared/keep/use-keeper.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import type { Written } from '../written.ts';
import { Banner, BannerActions } from './banner.tsx';

interface SaveBannerProps {
  keeper: Keeper;
  save: Extract<SaveState, { kind: 'waiting' | 'refused' }>;
  written: Pick<Written, 'read'>;
}

/** Explains why the text is not saved and offers to copy, download or save it again. */
export function SaveBanner({ keeper, save, written }: SaveBannerProps) {
  const { t } = useText();
  const page_id = useKeeper(keeper, (state) => state.page_id);
  const isUnkept = useKeeper(keeper, (state) => state.isUnkept);
  const tryAgain = (
    <Button size="small" variant="quiet" icon={<RotateCw />} onClick={() => void keeper.save()}>
      {t('editor.tryNow')}
    </Button>
  );
  if (save.kind === 'waiting')
    return (
      <Banner kind="warning" icon={<CloudOff />} title={t('editor.offlineTitle')}>
        {isUnkept ? t('editor.offlineUnkept') : t('editor.offlineText')}
        <BannerActions>
          {isUnkept && <TakeAway written={written} />}
          {tryAgain}
        </BannerActions>
      </Banner>
    );
  // The page was deleted: offer to save the text as a new page.
  const isGone = save.code === errors.notFound.code && page_id > 0;
  const isTooLarge = save.code === errors.tooLarge.code;
  return (
    <Banner kind="error" icon={<CircleAlert />} title={save.message || t('editor.notSaved')}>
      {isTooLarge && `${t('editor.tooLargeText')} `}
      {isUnkept ? t('editor.refusedUnkept') : t('editor.refusedText')}
      <BannerActions>
        <TakeAway written={written} />
        {isGone && (
          <Button
            size="small"
            variant="quiet"
            icon={<FilePlus />}
            onClick={() => {
              keeper.becomeNew();
              void keeper.save();
            }}
          >
            {t('editor.saveAsNew')}
          </Button>
        )}
        {tryAgain}
      </BannerActions>
    </Banner>
  );
}

export function TakeAway({ written }: { written: Pick<Written, 'read'> }) {
  const { t } = useText();
  const copy = async () => {
    const done = await copyText(written.read().content);
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
          const { title, content } = written.read();
          downloadText(title, content);
        }}
      >
        {t('editor.downloadText')}
      </Button>
    </>
  );
}
