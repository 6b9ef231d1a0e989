import { formatSize } from '@octavo/texts/format-size';
import type { UpdateInfo } from '@octavo/contract/admin-update.entities';
import { Check, Package } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatTime } from '../../../shared/i18n/format-time.ts';
import { useLanguage, useText } from '../../../shared/i18n/texts.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import { Tile } from '../../../shared/ui/tile.tsx';
import styles from './system-update.module.css';

/** The available release and the progress of its installation. */
export function NewRelease(props: {
  info: UpdateInfo;
  backupTime: string | null;
  action: ReactNode;
}) {
  const { info, backupTime, action } = props;
  const { t } = useText();
  const { language } = useLanguage();
  const { version, new_version, release_time, file_size, notes, key } = info;
  const isStaged = info.is_staged === 1;
  const isLauncherManaged = info.is_launched === 1;
  const steps = [
    {
      done: true,
      name: t('adminUpdate.checked'),
      text: t('adminUpdate.checkedText', {
        key,
        time: release_time ? formatTime(release_time, language) : '',
      }),
    },
    {
      done: isStaged,
      name: t(isStaged ? 'adminUpdate.fetched' : 'adminUpdate.download'),
      text: t(isStaged ? 'adminUpdate.fetchedText' : 'adminUpdate.fetchText'),
    },
    { done: false, name: t('adminUpdate.apply'), text: t('adminUpdate.applyText') },
  ];
  return (
    <div>
      <div className={styles.head}>
        <Tile id={0}>
          <Package />
        </Tile>
        <div>
          <h2>
            {t('adminUpdate.newestTitle', { version: new_version })}{' '}
            <Tag kind="accent">{t('adminUpdate.new')}</Tag>
          </h2>
          <p>
            {release_time
              ? t('adminUpdate.released', {
                  version,
                  time: formatTime(release_time, language),
                  size: formatSize(file_size),
                })
              : t('adminUpdate.running', { version })}
          </p>
        </div>
        {action}
      </div>
      {notes.length > 0 && (
        <ul className={styles.changes}>
          {notes.map((note) => (
            <li key={note}>
              <Check />
              {note}
            </li>
          ))}
        </ul>
      )}
      <ol className={styles.steps}>
        {(isLauncherManaged ? steps : steps.slice(0, 1)).map(({ done, name, text }, at) => (
          <li key={name} className={done ? styles.done : undefined}>
            <span aria-hidden="true">{done ? <Check /> : at + 1}</span>
            <div>
              <b>{name}</b>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <div className={styles.before}>
        <Note kind="info">
          <p>
            {backupTime
              ? t('adminUpdate.backupLast', { time: formatTime(backupTime, language) })
              : t('adminUpdate.backupNone')}
          </p>
          {isLauncherManaged && <p>{t('adminUpdate.goingBack', { version })}</p>}
        </Note>
      </div>
    </div>
  );
}
