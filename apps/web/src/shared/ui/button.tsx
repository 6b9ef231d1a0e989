import { LoaderCircle } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './button.module.css';

interface ButtonStyle {
  /** primary: one per screen. quiet: no border. danger: red text; dangerSolid: in confirmations only. */
  variant?: 'primary' | 'default' | 'quiet' | 'danger' | 'quietDanger' | 'dangerSolid' | undefined;
  size?: 'small' | 'medium' | 'large' | 'huge' | undefined;
  block?: boolean | undefined;
  icon?: ReactNode;
}

function buttonClass({ variant = 'default', size = 'medium', block = false }: ButtonStyle): string {
  return [styles.button, styles[variant], styles[size], block && styles.block]
    .filter(Boolean)
    .join(' ');
}

/** While `loading`, label and width stay and clicks are ignored. */
export function Button({
  variant,
  size,
  block,
  icon,
  loading = false,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonStyle & { loading?: boolean } & ComponentProps<'button'>) {
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass({ variant, size, block })}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      onClick={(event) => {
        if (loading) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {loading ? <LoaderCircle className={styles.spinner} /> : icon}
      {children}
    </button>
  );
}

export function ButtonLink({
  variant,
  size,
  block,
  icon,
  children,
  ...rest
}: ButtonStyle & ComponentProps<typeof Link>) {
  return (
    <Link {...rest} className={buttonClass({ variant, size, block })}>
      {icon}
      {children}
    </Link>
  );
}
