import { Check, PlugZap, X } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import type { FieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import styles from '../parts/settings.module.css';

export interface TestStep {
  readonly name: string;
  readonly label: string;
  readonly state: 'fine' | 'failed' | 'untried';
  /** The result of the step, or the reason for its failure. */
  readonly words: ReactNode;
}

interface TestPanelProps {
  title: string;
  help: string;
  /** The form id for a start button outside of the panel; without it the panel has its own button. */
  formId: string | undefined;
  action: string;
  working: boolean;
  error: string | undefined;
  milliseconds: number | undefined;
  steps: readonly TestStep[];
  fieldErrors?: Pick<FieldErrors<never>, 'touchAll' | 'hasErrors'>;
  onSend: () => void;
  /** Inputs that the test needs in addition to the settings. */
  children?: ReactNode;
}

const STATE_ICONS = { fine: <Check />, failed: <X />, untried: null };

/** A connection test with numbered steps and their results. */
export function TestPanel(props: TestPanelProps) {
  const { t } = useText();
  const { milliseconds, working, error } = props;
  const panel = useRef<HTMLFormElement>(null);
  // On a narrow screen the panel is below the form and would otherwise be out of view.
  useEffect(() => {
    if (working || milliseconds !== undefined || error)
      panel.current?.scrollIntoView({ block: 'nearest' });
  }, [working, milliseconds, error]);
  return (
    <form
      ref={panel}
      id={props.formId}
      className={styles.panel}
      aria-label={props.title}
      aria-busy={working}
      onSubmit={(event) => {
        event.preventDefault();
        props.onSend();
      }}
    >
      <h2>
        {props.title}
        {milliseconds !== undefined && (
          <span>{t('adminLogin.seconds', { seconds: (milliseconds / 1000).toFixed(1) })}</span>
        )}
      </h2>
      <p className={styles.quiet}>{props.help}</p>
      {props.children}
      {props.formId === undefined && (
        <div>
          <Button type="submit" icon={<PlugZap />} loading={working}>
            {props.action}
          </Button>
        </div>
      )}
      {error && <Note kind="error">{error}</Note>}
      <output>
        <ol className={styles.steps}>
          {props.steps.map(({ name, label, state, words }, index) => (
            <li key={name} className={styles[state]}>
              <span className={styles.mark}>{STATE_ICONS[state] ?? index + 1}</span>
              <div>
                <b>{label}</b>
                <div>{working ? t('adminLogin.testing') : words}</div>
              </div>
            </li>
          ))}
        </ol>
      </output>
    </form>
  );
}
