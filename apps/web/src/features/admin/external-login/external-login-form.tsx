import { PlugZap } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../shared/ui/button.tsx';
import { SavedForm, type SavedFormProps } from '../parts/saved-form.tsx';
import styles from '../parts/settings.module.css';
import { SwitchField } from '../parts/switch-field.tsx';

interface ExternalLoginFormProps extends Omit<SavedFormProps, 'tools'> {
  enableSwitch: {
    readonly label: string;
    readonly help: string;
    readonly checked: boolean;
    readonly onChecked: (checked: boolean) => void;
  };
  testText: string;
  /** The test panel beside the form. Its form has the id `testId`, so that the button in the footer can submit it. */
  test: ReactNode;
  testId: string;
}

/** The settings of an external login: the switch that enables it, its fields, and a test of the current values. */
export function ExternalLoginForm({
  enableSwitch,
  testText,
  testId,
  test,
  children,
  ...form
}: ExternalLoginFormProps) {
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
            <SwitchField {...enableSwitch} />
            <hr className={styles.rule} />
            {children}
          </SavedForm>
        </div>
        {test}
      </div>
    </div>
  );
}
