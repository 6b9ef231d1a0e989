import { ArrowLeft } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { pageAddress, type ItemName } from '../../../shared/items/item-address.ts';
import type { Keeper } from '../../../shared/keep/keeper.ts';
import { useKeeper } from '../../../shared/keep/use-keeper.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { IconLink } from '../../../shared/ui/icon-button.tsx';
import styles from './writing-head.module.css';

interface WritingHeadProps {
  item: ItemName;
  keeper: Keeper;
  /** The visually hidden heading for screen readers. */
  name: string;
  /** The label of the back link. */
  back: string;
  /** Shown before the title. */
  icon?: ReactNode;
  title: string;
  titleRef?: Ref<HTMLInputElement>;
  /** Called when the user presses Enter in the title. */
  onTitleDone?: () => void;
  onTitle: (title: string) => void;
  /** Shown between the title and the save button. */
  children: ReactNode;
  /** Shown after the save button. */
  more?: ReactNode;
}

/** The header of both editors: back link, title and save button. */
export function WritingHead(props: WritingHeadProps) {
  const { item, keeper, name, back, icon, title, titleRef, onTitle, children, more } = props;
  const { t } = useText();
  const page_id = useKeeper(keeper, (state) => state.page_id);
  const isSaving = useKeeper(keeper, ({ save }) => save.kind === 'saving');
  return (
    <header className={styles.head}>
      <IconLink label={back} to={pageAddress(item, page_id)}>
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
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          props.onTitleDone?.();
        }}
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
