import { paths } from '@octavo/contract/paths';
import { Megaphone, Paperclip, ScrollText, SearchX } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { AuditLog } from '../../shared/audit/audit-log.tsx';
import { useText } from '../../shared/i18n/texts.tsx';
import { Column } from '../../shared/ui/column.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';
import styles from './admin.module.css';
import { Attachments } from './parts/attachments.tsx';
import { Announcements } from './parts/announcements.tsx';
import { SearchMisses } from './parts/search-misses.tsx';

export function AdminScreen() {
  const { t } = useText();
  const [search] = useSearchParams();
  const tabs = [
    { name: '', label: t('audit.title'), icon: <ScrollText /> },
    { name: 'attachments', label: t('attachment.siteTitle'), icon: <Paperclip /> },
    { name: 'announcements', label: t('admin.announcements'), icon: <Megaphone /> },
    { name: 'searches', label: t('search.misses'), icon: <SearchX /> },
  ];
  const current = tabs.find(({ name }) => name === search.get('tab'))?.name ?? '';
  return (
    <Column width="wide">
      <PageTitle screen={t('admin.title')} />
      <PageHead
        title={t('admin.title')}
        back={{ to: paths.myItems.href(), label: t('item.backToItems') }}
      />
      <div className={styles.columns}>
        <Tabs place="side" label={t('admin.sections')} tabs={tabs} current={current} />
        <div className={styles.section}>
          {current === '' && <AuditLog />}
          {current === 'attachments' && <Attachments />}
          {current === 'announcements' && <Announcements />}
          {current === 'searches' && <SearchMisses />}
        </div>
      </div>
    </Column>
  );
}
