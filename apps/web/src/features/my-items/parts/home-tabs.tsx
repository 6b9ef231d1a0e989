import type { HomeOverview } from '@octavo/contract/home.entities';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Tabs } from '../../../shared/ui/tabs.tsx';
import styles from './home-tabs.module.css';
import { tabLabels, type ListTab } from './tab.ts';

interface HomeTabsProps {
  tab: ListTab | '';
  overview: HomeOverview | undefined;
  draftCount: number | undefined;
}

/** The tabs of small screens; from 1000 px on the lists are beside the items. */
export function HomeTabs({ tab, overview, draftCount }: HomeTabsProps) {
  const { t } = useText();
  const counts = {
    favourites: overview?.favourites.length,
    recent: undefined,
    drafts: draftCount,
    changes: overview?.changes.total,
  };
  const names = Object.keys(tabLabels) as ListTab[];
  return (
    <div className={styles.tabs}>
      <Tabs
        label={t('shell.myItems')}
        current={tab}
        tabs={[
          { name: '', label: t('myItems.tabItems'), icon: null },
          ...names.map((name) => ({
            name,
            label: t(tabLabels[name]),
            icon: null,
            count: counts[name],
          })),
        ]}
      />
    </div>
  );
}
