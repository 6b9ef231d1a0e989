import type { ItemInfo } from '@octavo/contract/item.entities';
import { paths } from '@octavo/contract/paths';
import { REGULAR_ITEM } from '@octavo/contract/item-type';
import { FileInput, FilePlus, WandSparkles, type LucideIcon } from 'lucide-react';
import { useText } from '../../shared/i18n/texts.tsx';
import button from './button.module.css';
import styles from './start-cards.module.css';

interface StartOption {
  readonly name: 'write' | 'import' | 'generate';
  readonly icon: LucideIcon;
  readonly colorIndex: number;
  readonly href: string;
}

/** Suggestions for a nearly empty item: write, import or generate pages. */
export function StartCards({ item }: { item: ItemInfo }) {
  const { t } = useText();
  const { item_id } = item;
  const options: readonly StartOption[] = [
    {
      name: 'write',
      icon: FilePlus,
      colorIndex: 1,
      href: paths.editPage.href({ item_id, page_id: 0 }),
    },
    // The only type into which files can be imported.
    ...(item.item_type === REGULAR_ITEM
      ? [
          {
            name: 'import' as const,
            icon: FileInput,
            colorIndex: 3,
            href: paths.addItem.href({ tab: 'import', item_id }),
          },
        ]
      : []),
    ...(item.item_manage
      ? [
          {
            name: 'generate' as const,
            icon: WandSparkles,
            colorIndex: 7,
            href: paths.itemSetting.href({ item_id }, { tab: 'open-api' }),
          },
        ]
      : []),
  ];
  const actions = {
    write: t('reader.newPage'),
    import: t('reader.importAction'),
    generate: t('reader.generateAction'),
  };
  return (
    <div className={styles.cards}>
      {options.map(({ name, icon: Icon, colorIndex, href }) => (
        <div key={name} className={styles.card}>
          <span
            className={styles.tile}
            style={{ background: `var(--cl${colorIndex})`, color: `var(--cl${colorIndex}d)` }}
          >
            <Icon />
          </span>
          <h2>{t(`reader.${name}Title`)}</h2>
          <p>{t(`reader.${name}Text`)}</p>
          <a
            className={name === 'write' ? `${button.button} ${button.primary}` : button.button}
            href={href}
          >
            {actions[name]}
          </a>
        </div>
      ))}
    </div>
  );
}
