import type { UpdateHistory, UpdateInfo } from '@octavo/contract/admin-update.entities';
import { Package } from 'lucide-react';
import { formatTime } from '../../../shared/i18n/format-time.ts';
import { useLanguage, useText } from '../../../shared/i18n/texts.tsx';
import { Tile } from '../../../shared/ui/tile.tsx';
import styles from './system-update.module.css';

/** The running version, the result of the last update check, and how updates are installed on this site. */
export function PresentRelease(props: { info: UpdateInfo | undefined; past: UpdateHistory }) {
  const { t } = useText();
  const { past } = props;
  const said = useSaid(props);
  return (
    <div>
      <div className={styles.head}>
        <Tile>
          <Package />
        </Tile>
        <div>
          <h2>{t('adminUpdate.newestTitle', { version: past.version })}</h2>
          <p>{said}</p>
        </div>
      </div>
      <ul className={styles.ways}>
        <li>
          {past.is_feed_set
            ? t('adminUpdate.wayFeed', { key: past.key })
            : t('adminUpdate.wayNoFeed')}
        </li>
        <li>{t(past.is_launched ? 'adminUpdate.wayLauncher' : 'adminUpdate.wayOperator')}</li>
      </ul>
    </div>
  );
}

/** The result of the last update check, from this session or an earlier one. */
function useSaid({ info, past }: { info: UpdateInfo | undefined; past: UpdateHistory }): string {
  const { t } = useText();
  const { language } = useLanguage();
  const { check, is_feed_set } = past;
  if (is_feed_set === 0) return t('adminUpdate.noFeed');
  if (info) return t(info.fault ? 'adminUpdate.unknown' : 'adminUpdate.newest');
  if (!check) return t('adminUpdate.neverChecked');
  const time = formatTime(check.addtime, language);
  if (check.fault) return t('adminUpdate.lastFailed', { time });
  return check.new_version && check.new_version !== past.version
    ? t('adminUpdate.lastOffered', { time, version: check.new_version })
    : t('adminUpdate.lastNothing', { time });
}
