import type { ReactNode } from 'react';
import type { Problems } from '../../../shared/hooks/problems.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Form } from '../../../shared/ui/form.tsx';
import { LeaveGuard } from '../../../shared/ui/leave-guard.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { FootNote, Panel } from '../../../shared/ui/panel.tsx';
import styles from './settings.module.css';

interface SavedPanelProps {
  problems: Pick<Problems<never>, 'tellAll' | 'any'>;
  isChanged: boolean;
  save: { readonly working: boolean; otherError(): string | undefined };
  saveText: string;
  onSend: () => void;
  onDiscard: () => void;
  children: ReactNode;
}

/** Settings that are saved together: it says what is not saved yet and is not left with it by mistake. */
export function SavedPanel({
  problems,
  isChanged,
  save,
  saveText,
  onSend,
  onDiscard,
  children,
}: SavedPanelProps) {
  const { t } = useText();
  const error = save.otherError();
  return (
    <Form problems={problems} onSend={onSend}>
      <LeaveGuard changed={isChanged && !save.working} />
      <Panel
        foot={
          <>
            <FootNote>
              {isChanged && <span className={styles.unsaved}>{t('adminSetting.unsaved')}</span>}
            </FootNote>
            {isChanged && <Button onClick={onDiscard}>{t('adminSetting.discard')}</Button>}
            <Button type="submit" variant="primary" disabled={!isChanged} loading={save.working}>
              {saveText}
            </Button>
          </>
        }
      >
        {children}
        {error && <Note kind="error">{error}</Note>}
      </Panel>
    </Form>
  );
}
