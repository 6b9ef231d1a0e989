import { paths } from '@octavo/contract/paths';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import type { Keeper } from '../../../shared/keep/keeper.ts';
import { useKeeper } from '../../../shared/keep/use-keeper.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { IconLink } from '../../../shared/ui/icon-button.tsx';
import styles from './writing-head.module.css';

interface WritingHeadProps {
  item_id: number;
  keeper: Keeper;
  /** What is written here, for those who hear it. */
  name: string;
  /** The way back, in words. */
  back: string;
  /** Before the title. */
  icon?: ReactNode;
  title: string;
  titleRef?: Ref<HTMLInputElement>;
  onTitle: (title: string) => void;
  /** Between title and save. */
  children: ReactNode;
  /** After the save. */
  more?: ReactNode;
}

/** The line above whatever is written: the way back, the title, the save. */
export function WritingHead(props: WritingHeadProps) {
  const { item_id, keeper, name, back, icon, title, titleRef, onTitle, children, more } = props;
  const { t } = useText();
  const page_id = useKeeper(keeper, (state) => state.page_id);
  const isSaving = useKeeper(keeper, ({ save }) => save.kind === 'saving');
  return (
    <header className={styles.head}>
      <IconLink label={back} to={backFrom(item_id, page_id)}>
        <ArrowLeft />
      </IconLink>
      {icon}
      <h1 className="visually-hidden">{name}</h1>
      <input
        ref={titleRef}
        className={styles.title}
        aria-label={t('editor.pageTitle')}
        placeholder={t('editor.untitled')}
        value={title}
        maxLength={200}
        onChange={(event) => onTitle(event.target.value)}
      />
      {children}
      <Button variant="primary" loading={isSaving} onClick={() => void keeper.save()}>
        {t('editor.save')}
        <kbd className="key on-accent" aria-hidden="true">
          Ctrl S
        </kbd>
      </Button>
      {more}
    </header>
  );
}

export function backFrom(item_id: number, page_id: number): string {
  return page_id > 0
    ? paths.itemPage.href({ item: item_id, page_id })
    : paths.item.href({ item: item_id });
}
