import type { PageInfo } from '@octavo/contract/page.entities';
import { paths } from '@octavo/contract/paths';
import { ArrowLeft, ChevronDown, ChevronUp } from 'lucide-react';
import { useId } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { IconButton, IconLink } from '../../../shared/ui/icon-button.tsx';
import { Switch } from '../../../shared/ui/switch.tsx';
import type { Compared } from '../../../shared/compare/compare.ts';
import styles from './diff-bar.module.css';

interface DiffBarProps {
  page: PageInfo;
  compared: Compared | undefined;
  /** The change one has gone to. */
  at: number;
  onlyChanges: boolean;
  onChange: (at: number) => void;
  onOnlyChanges: (only: boolean) => void;
}

export function DiffBar(props: DiffBarProps) {
  const { page, compared, at, onlyChanges, onChange, onOnlyChanges } = props;
  const { t } = useText();
  const id = useId();
  const back = paths.itemPage.href({ item: page.item_id, page_id: page.page_id });
  return (
    <header className={styles.bar}>
      <IconLink label={t('diff.back')} to={back}>
        <ArrowLeft />
      </IconLink>
      <h1 className={styles.title}>{page.page_title}</h1>
      <span className={styles.what}>{t('diff.title')}</span>
      {compared && compared.count > 0 && (
        <div className={styles.changes}>
          <span className={styles.added}>
            <span aria-hidden="true">+{compared.added}</span>
            <span className="visually-hidden">{t('diff.added', { count: compared.added })}</span>
          </span>
          <span className={styles.removed}>
            <span aria-hidden="true">−{compared.removed}</span>
            <span className="visually-hidden">
              {t('diff.removed', { count: compared.removed })}
            </span>
          </span>
          <IconButton label={t('diff.previous')} onClick={() => onChange(at - 1)}>
            <ChevronUp />
          </IconButton>
          <output className={styles.position}>
            {t('diff.position', { at: at + 1, count: compared.count })}
          </output>
          <IconButton label={t('diff.next')} onClick={() => onChange(at + 1)}>
            <ChevronDown />
          </IconButton>
        </div>
      )}
      <div className={styles.only}>
        <Switch id={id} checked={onlyChanges} onChecked={onOnlyChanges} />
        <label htmlFor={id}>{t('diff.onlyChanges')}</label>
      </div>
    </header>
  );
}
