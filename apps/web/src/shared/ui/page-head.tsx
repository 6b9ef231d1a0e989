import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './page-head.module.css';

interface PageHeadProps {
  title: string;
  /** Where the back button leads, and what a screen reader calls it. */
  back?: { readonly to: string; readonly label: string };
  /** The one primary action, at the right. */
  action?: ReactNode;
}

export function PageHead({ title, back, action }: PageHeadProps) {
  return (
    <div className={styles.head}>
      {back && (
        <Link className={styles.back} to={back.to} aria-label={back.label} data-tip={back.label}>
          <ArrowLeft />
        </Link>
      )}
      <h1>{title}</h1>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
