import type { ReactNode } from 'react';
import styles from './banner.module.css';

interface BannerProps {
  kind: 'warning' | 'error';
  icon: ReactNode;
  title: ReactNode;
  children: ReactNode;
}

/** A full-width message below the toolbar about the state of the screen. */
export function Banner({ kind, icon, title, children }: BannerProps) {
  return (
    <div className={`${styles.banner} ${styles[kind]}`} role="alert">
      {icon}
      <b>{title}</b>
      {children}
    </div>
  );
}

export function BannerActions({ children }: { children: ReactNode }) {
  return <span className={styles.actions}>{children}</span>;
}
