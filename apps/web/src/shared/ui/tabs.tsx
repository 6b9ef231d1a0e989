import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './tabs.module.css';

interface Tab {
  /** The value of the URL parameter `tab`; empty for the first tab. */
  readonly name: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly count?: number | undefined;
  /** The number of errors in this tab. */
  readonly errors?: { readonly count: number; readonly words: string } | undefined;
  /** A short text that draws attention to the tab. */
  readonly badge?: string | undefined;
  /** A heading above this tab for it and the following tabs; shown in the side layout of wide screens. */
  readonly heading?: string;
}

export interface TabsProps {
  label: string;
  tabs: readonly Tab[];
  current: string;
  /** `side`: a column at the left, which becomes a row on small screens. `menu`: always a column. */
  placement?: 'top' | 'side' | 'menu';
}

/** Scrolls the current tab into view, because the row can be wider than a small screen. */
function scrollTabIntoView(tab: HTMLElement | null): void {
  tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** Tabs with their own URLs, so that the back button and shared links work. */
export function Tabs({ label, tabs, current, placement = 'top' }: TabsProps) {
  return (
    <nav className={styles[placement]} aria-label={label}>
      {tabs.map(({ name, label: words, icon, count, errors, badge, heading }) => (
        <Fragment key={name}>
          {heading && <span className={styles.heading}>{heading}</span>}
          <Link
            ref={name === current ? scrollTabIntoView : undefined}
            className={styles.tab}
            to={{ search: name && `?tab=${name}` }}
            aria-current={name === current ? 'page' : undefined}
            preventScrollReset
          >
            {icon}
            {words}
            {badge && <span className={styles.badge}>{badge}</span>}
            {errors && errors.count > 0 && (
              <span className={`${styles.badge} ${styles.errors}`}>
                <span aria-hidden="true">{errors.count}</span>
                <span className="visually-hidden">{errors.words}</span>
              </span>
            )}
            {count ? <span className={styles.count}>{count}</span> : null}
          </Link>
        </Fragment>
      ))}
    </nav>
  );
}
