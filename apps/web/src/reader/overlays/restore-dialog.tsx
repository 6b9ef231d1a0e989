import { calls } from '@octavo/contract';
import type { PageVersion } from '@octavo/contract/page.entities';
import type { ReaderPage } from '@octavo/contract/reader';
import { call } from '../../shared/api/call.ts';
import { formatExactTime } from '../../shared/i18n/format-time.ts';
import { useLanguage, useText } from '../../shared/i18n/texts.tsx';
import { showToast } from '../../shared/ui/toast-store.ts';
import { Confirm } from './confirm.tsx';

interface RestoreDialogProps {
  page: ReaderPage;
  version: PageVersion;
  onRestored: () => void;
  onClose: () => void;
}

/** Saves the old text as a new version, so that nothing is lost. The save is rejected if the page was changed since. */
export function RestoreDialog({ page, version, onRestored, onClose }: RestoreDialogProps) {
  const { t } = useText();
  const { language } = useLanguage();
  async function restore() {
    const { page_id, page_history_id } = version;
    const { history_page } = await call(calls.page.diff, { page_id, page_history_id });
    await call(calls.page.save, {
      page_id,
      page_title: history_page.page_title,
      page_content: history_page.page_content,
      base_version: page.version,
      page_comments: t('reader.restoredComment', { version: version.version }),
    });
    showToast({ kind: 'done', text: t('reader.restored') });
    onRestored();
  }
  return (
    <Confirm
      title={t('reader.restoreTitle', { time: formatExactTime(version.addtime, language) })}
      verb={t('reader.restore')}
      isDanger={false}
      action={restore}
      onClose={onClose}
    >
      {t('reader.restoreText')}
    </Confirm>
  );
}
