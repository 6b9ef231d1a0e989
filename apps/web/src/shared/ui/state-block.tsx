import { Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import { FoldArt } from './brand.tsx';
import styles from './state-block.module.css';
import tones from './tones.module.css';

interface StateBlockProps {
  title: string;
  /** `screen`: the block is the whole screen, so its title is the h1. */
  level?: 'screen' | 'part';
  /** Screen readers announce the block when it appears. */
  role?: 'alert';
  children?: ReactNode;
  actions?: ReactNode;
}

/** An empty list or "not found": illustration, title, explanation and action. */
export function EmptyState(props: StateBlockProps) {
  return <Block {...props} art={<FoldArt />} />;
}

/** An error or denied access: an icon instead of the illustration. */
export function FailureState({
  icon,
  tone = 'error',
  ...rest
}: StateBlockProps & { icon: ReactNode; tone?: 'error' | 'warning' | 'plain' }) {
  return <Block {...rest} art={<span className={`${styles.tile} ${tones[tone]}`}>{icon}</span>} />;
}

/** Shown instead of an action while the screen retries automatically. */
export function WaitingLabel({ children }: { children: ReactNode }) {
  return (
    <span className={styles.waiting}>
      <Hourglass />
      {children}
    </span>
  );
}

function Block({
  art,
  title,
  level = 'part',
  role,
  children,
  actions,
}: StateBlockProps & { art: ReactNode }) {
  const Title = level === 'screen' ? 'h1' : 'h2';
  return (
    <div className={`${styles.block} ${styles[level]}`} role={role}>
      {art}
      <Title className={styles.title}>{title}</Title>
      {children && <p className={styles.text}>{children}</p>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
