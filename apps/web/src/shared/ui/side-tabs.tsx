import type { ReactNode } from 'react';
import styles from './side-tabs.module.css';
import { Tabs, type TabsProps } from './tabs.tsx';

/** Tabs at the left of the section that they open; on small screens they are above it. */
export function SideTabs({
  children,
  ...tabs
}: Omit<TabsProps, 'placement'> & { children: ReactNode }) {
  return (
    <div className={styles.columns}>
      <Tabs placement="side" {...tabs} />
      <div className={styles.section}>{children}</div>
    </div>
  );
}
