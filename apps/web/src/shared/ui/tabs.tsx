import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './tabs.module.css';

interface Tab {
  /** The value of `tab` in the address; empty for the first one. */
  readonly name: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly count?: number | undefined;
  /** How many things are wrong there. */
  readonly faults?: { readonly count: number; readonly words: string } | undefined;
  /** A word that something is to be seen there. */
  readonly badge?: string | undefined;
  /** Stands above this tab, at the side of a wide screen, and names those that follow. */
  readonly heading?: string;
}

interface TabsProps {
  label: string;
  tabs: readonly Tab[];
  current: string;
  /** `side`: a column at the left, which becomes a row on small screens. `menu`: always a column. */
  place?: 'top' | 'side' | 'menu';
}

/** On a small screen the row is longer than the screen. */
function showWhole(tab: HTMLElement | null): void {
  tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** Parts of one screen, each with an address of its own: the way back and shared links work. */
export function Tabs({ label, tabs, current, place = 'top' }: TabsProps) {
  return (
    <nav className={styles[place]} aria-label={label}>
      {tabs.map(({ name, label: words, icon, count, faults, badge, heading }) => (
        <Fragment key={name}>
          {heading && <span className={styles.heading}>{heading}</span>}
          <Link
            ref={name === current ? showWhole : undefined}
            className={styles.tab}
            to={{ search: name && `?tab=${name}` }}
            aria-current={name === current ? 'page' : undefined}
            preventScrollReset
          >
            {icon}
            {words}
            {badge && <span className={styles.badge}>{badge}</span>}
            {faults && faults.count > 0 && (
              <span className={`${styles.badge} ${styles.faults}`}>
                <span aria-hidden="true">{faults.count}</span>
                <span className="visually-hidden">{faults.words}</span>
              </span>
            )}
            {count ? <span className={styles.count}>{count}</span> : null}
          </Link>
        </Fragment>
      ))}
    </nav>
  );
}
