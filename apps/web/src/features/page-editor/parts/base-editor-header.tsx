import { MAX_PAGE_TITLE_LENGTH } from '@octavo/contract/limits';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { pageUrl, type ItemUrlParts } from '../../../shared/items/item-url.ts';
import type { Autosave } from '../../../shared/autosave/autosave.ts';
import { useAutosave } from '../../../shared/autosave/use-autosave.ts';
import { IconLink } from '../../../shared/ui/icon-button.tsx';
import { SaveButton } from '../save/save-button.tsx';
import type { SavedPage } from '../save/save-popover.tsx';
import styles from './base-editor-header.module.css';

interface BaseEditorHeaderProps {
  item: ItemUrlParts;
  autosave: Autosave;
  page: SavedPage;
  /** The visually hidden heading for screen readers. */
  name: string;
  /** The label of the back link. */
  back: string;
  /** Shown before the title. */
  icon?: ReactNode;
  title: string;
  /** Called when the user presses Enter in the title. */
  onTitleDone?: () => void;
  onTitle: (title: string) => void;
  /** Shown between the title and the save button. */
  children: ReactNode;
  /** Shown after the save button. */
  more?: ReactNode;
}

/** The header of both editors: back link, title and save button. */
export function BaseEditorHeader(props: BaseEditorHeaderProps) {
  const { item, autosave, name, back, icon, title, onTitle, children, more } = props;
  const { t } = useText();
  const page_id = useAutosave(autosave, (state) => state.page_id);
  const titleField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // On a new page the title gets the focus first.
    if (autosave.getState().page_id === 0) titleField.current?.focus();
  }, [autosave]);
  return (
    <header className={styles.head}>
      <IconLink label={back} to={pageUrl(item, page_id)}>
        <ArrowLeft />
      </IconLink>
      {icon}
      <h1 className="visually-hidden">{name}</h1>
      <input
        ref={titleField}
        className={styles.title}
        aria-label={t('editor.pageTitle')}
        placeholder={t('editor.untitled')}
        value={title}
        maxLength={MAX_PAGE_TITLE_LENGTH}
        onChange={(event) => onTitle(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          props.onTitleDone?.();
        }}
      />
      {children}
      <SaveButton item={item} autosave={autosave} page={props.page} />
      {more}
    </header>
  );
}
