import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './page-head.module.css';

interface PageHeadProps {
  title: string;
  /** The object of the screen, shown beside the title. */
  context?: string | undefined;
  /** The target of the back button and its accessible name. */
  back?: { readonly to: string; readonly label: string };
  /** A control right after the title. */
  beside?: ReactNode;
  /** The one primary action, at the right. */
  action?: ReactNode;
}

export function PageHead({ title, context, back, beside, action }: PageHeadProps) {
  return (
    <div className={styles.head}>
      {back && (
        <Link className={styles.back} to={back.to} aria-label={back.label} data-tip={back.label}>
          <ArrowLeft />
        </Link>
      )}
      <h1>{title}</h1>
      {beside}
      {context && <span className={styles.context}>{context}</span>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
