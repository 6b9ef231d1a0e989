import type { UpdateHistory, UpdateInfo } from '@octavo/contract/admin-update.entities';
import { Package } from 'lucide-react';
import { formatTime } from '../../../shared/i18n/format-time.ts';
import { useLanguage, useText } from '../../../shared/i18n/texts.tsx';
import { Tile } from '../../../shared/ui/tile.tsx';
import styles from './system-update.module.css';

/** The running version, the result of the last update check, and how updates are installed on this site. */
export function CurrentRelease(props: {
  info: UpdateInfo | undefined;
  updateHistory: UpdateHistory;
}) {
  const { t } = useText();
  const { updateHistory } = props;
  const checkResult = useCheckResult(props);
  return (
    <div>
      <div className={styles.head}>
        <Tile>
          <Package />
        </Tile>
        <div>
          <h2>{t('adminUpdate.newestTitle', { version: updateHistory.version })}</h2>
          <p>{checkResult}</p>
        </div>
      </div>
      <ul className={styles.ways}>
        <li>
          {updateHistory.is_feed_set
            ? t('adminUpdate.wayFeed', { key: updateHistory.key })
            : t('adminUpdate.wayNoFeed')}
        </li>
        <li>
          {t(updateHistory.is_launched ? 'adminUpdate.wayLauncher' : 'adminUpdate.wayOperator')}
        </li>
      </ul>
    </div>
  );
}

/** The result of the last update check, from this session or an earlier one. */
function useCheckResult({
  info,
  updateHistory,
}: {
  info: UpdateInfo | undefined;
  updateHistory: UpdateHistory;
}): string {
  const { t } = useText();
  const { language } = useLanguage();
  const { check, is_feed_set } = updateHistory;
  if (is_feed_set === 0) return t('adminUpdate.noFeed');
  if (info) return t(info.fault ? 'adminUpdate.unknown' : 'adminUpdate.newest');
  if (!check) return t('adminUpdate.neverChecked');
  const time = formatTime(check.addtime, language);
  if (check.fault) return t('adminUpdate.lastFailed', { time });
  return check.new_version && check.new_version !== updateHistory.version
    ? t('adminUpdate.lastOffered', { time, version: check.new_version })
    : t('adminUpdate.lastNothing', { time });
}
