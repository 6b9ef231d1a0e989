import { PlugZap } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../shared/ui/button.tsx';
import { SavedForm, type SavedFormProps } from './saved-form.tsx';
import styles from './settings.module.css';
import { SwitchField } from './switch-field.tsx';

interface LoginFormProps extends Omit<SavedFormProps, 'tools'> {
  open: {
    readonly label: string;
    readonly help: string;
    readonly checked: boolean;
    readonly onChecked: (checked: boolean) => void;
  };
  testText: string;
  /** Beside the form; a form of this id, which the button at the foot sends. */
  test: ReactNode;
  testId: string;
}

/** A way in from outside: whether it is open, how it is reached, and a test with what stands in the form. */
export function LoginForm({ open, testText, testId, test, children, ...form }: LoginFormProps) {
  return (
    <div className={styles.tried}>
      <div className={styles.beside}>
        <div className={styles.form}>
          <SavedForm
            {...form}
            tools={
              <Button type="submit" form={testId} icon={<PlugZap />}>
                {testText}
              </Button>
            }
          >
            <SwitchField {...open} />
            <hr className={styles.rule} />
            {children}
          </SavedForm>
        </div>
        {test}
      </div>
    </div>
  );
}
