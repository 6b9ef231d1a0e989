import type { PageInfo } from '@octavo/contract/page.entities';
import { paths } from '@octavo/contract/paths';
import { ArrowLeft } from 'lucide-react';
import { ChangeControls } from '../../../shared/compare/change-controls.tsx';
import type { ChangeNavigation } from '../../../shared/compare/use-change-navigation.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { IconLink } from '../../../shared/ui/icon-button.tsx';
import styles from './diff-bar.module.css';

interface DiffBarProps {
  page: PageInfo;
  changes: ChangeNavigation;
}

export function DiffBar({ page, changes }: DiffBarProps) {
  const { t } = useText();
  const back = paths.itemPage.href({ item: page.item_id, page_id: page.page_id });
  return (
    <header className={styles.bar}>
      <IconLink label={t('diff.back')} to={back}>
        <ArrowLeft />
      </IconLink>
      <h1 className={styles.title}>{page.page_title}</h1>
      <span className={styles.what}>{t('diff.title')}</span>
      <ChangeControls changes={changes} />
    </header>
  );
}
