import { Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import { FoldArt } from './brand.tsx';
import styles from './state-block.module.css';
import tones from './tones.module.css';

interface StateBlockProps {
  title: string;
  /** `screen`: the block is all there is, so its title is the screen's heading. */
  level?: 'screen' | 'part';
  /** Said by screen readers as soon as it stands there. */
  role?: 'alert';
  children?: ReactNode;
  actions?: ReactNode;
}

/** Nothing here yet, or not found: the fold, the fact, what it is for, one action. */
export function EmptyState(props: StateBlockProps) {
  return <Block {...props} art={<FoldArt />} />;
}

/** Something failed or is refused: an icon tile instead of the fold. */
export function FailureState({
  icon,
  tone = 'error',
  ...rest
}: StateBlockProps & { icon: ReactNode; tone?: 'error' | 'warning' | 'plain' }) {
  return <Block {...rest} art={<span className={`${styles.tile} ${tones[tone]}`}>{icon}</span>} />;
}

/** In the place of an action, while the screen acts by itself. */
export function Waiting({ children }: { children: ReactNode }) {
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
