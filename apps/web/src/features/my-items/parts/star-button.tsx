import { Star } from 'lucide-react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { tileColor } from '../../../shared/ui/tile.tsx';
import { iconButtonProps } from '../../../shared/ui/icon-button.tsx';
import styles from './star-button.module.css';

interface StarButtonProps {
  /** The id of the item, which selects the colour. */
  id: number;
  name: string;
  isFavourite: boolean;
  /** The key that does the same. */
  shortcut?: string;
  onToggle: (isFavourite: boolean) => void;
}

export function StarButton({ id, name, isFavourite, shortcut, onToggle }: StarButtonProps) {
  const { t } = useText();
  const { className, ...labels } = iconButtonProps({
    label: t(isFavourite ? 'favourite.remove' : 'favourite.add', { name }),
  });
  return (
    <button
      type="button"
      {...labels}
      className={`${className} ${styles.star} ${isFavourite ? styles.set : ''}`}
      style={tileColor(id)}
      aria-keyshortcuts={shortcut}
      onClick={() => onToggle(!isFavourite)}
    >
      <Star />
    </button>
  );
}
