import type { UpdateHistory } from '@octavo/contract/admin-update.entities';
import { formatTime } from '../../../shared/i18n/format-time.ts';
import { useLanguage, useText } from '../../../shared/i18n/texts.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { DataTable } from '../../../shared/ui/data-table.tsx';
import styles from './system-update.module.css';

type Release = UpdateHistory['list'][number];

/** The versions that have run on this site. */
export function ReleaseHistory({ list }: { list: readonly Release[] }) {
  const { t } = useText();
  const { language } = useLanguage();
  const took = ({ username, seconds }: Release) => {
    if (seconds === null) return t('adminUpdate.notServed');
    return username === '' ? '–' : t('adminUpdate.seconds', { count: Math.round(seconds) });
  };
  if (list.length === 0) return null;
  return (
    <section className={styles.history}>
      <h2>{t('adminUpdate.history')}</h2>
      <Card flat>
        <DataTable
          label={t('adminUpdate.history')}
          rows={list.map((release, at) => ({ ...release, at }))}
          keyOf={({ at }) => at}
          columns={[
            {
              label: t('adminUpdate.version'),
              width: 140,
              render: ({ version }) => <b>{version}</b>,
            },
            {
              label: t('adminUpdate.appliedAt'),
              render: ({ addtime }) => (
                <time dateTime={addtime}>{formatTime(addtime, language)}</time>
              ),
            },
            {
              label: t('adminUpdate.by'),
              render: ({ username }) => username || t('adminUpdate.byOperator'),
            },
            { label: t('adminUpdate.took'), width: 120, kind: 'number', render: took },
          ]}
        />
      </Card>
    </section>
  );
}
