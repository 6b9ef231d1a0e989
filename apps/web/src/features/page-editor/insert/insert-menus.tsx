import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react';
import type { InsertMenuProps } from './insert-menu-props.ts';

/** Loads the menus when the first one opens. */
export function InsertMenus(props: InsertMenuProps) {
  const { controller } = props;
  const [Menu, setMenu] = useState<ComponentType<InsertMenuProps>>();
  const isOpen = useSyncExternalStore(controller.subscribe, () => controller.session() !== null);
  useEffect(() => {
    if (!isOpen || Menu) return;
    import('./insert-menu.tsx').then(
      ({ InsertMenu }) => setMenu(() => InsertMenu),
      // Without a connection the mark stays text, and the next one tries again.
      controller.close,
    );
  }, [controller, isOpen, Menu]);
  return Menu && isOpen && <Menu {...props} />;
}
