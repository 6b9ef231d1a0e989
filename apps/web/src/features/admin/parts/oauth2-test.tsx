import { calls } from '@octavo/contract';
import type { Oauth2Test as Tried } from '@octavo/contract/admin-oauth2.entities';
import { CircleCheck, CircleX, PlugZap } from 'lucide-react';
import { useState } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { SectionHead } from '../../../shared/ui/card.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import type { Oauth2Draft } from './oauth2-draft.ts';
import styles from './settings.module.css';

/** Each address of the provider with what stands in the form, so that one sees which is wrong. */
export function Oauth2Test(props: { draft: Oauth2Draft; title: string; help: string }) {
  const { t } = useText();
  const [tried, setTried] = useState<Tried>();
  const test = useFormCommand(calls.adminSetting.testOauth2, { onDone: setTried });
  const error = test.otherError();
  return (
    <section className={styles.below}>
      <SectionHead
        title={props.title}
        help={props.help}
        action={
          <Button
            icon={<PlugZap />}
            loading={test.working}
            onClick={() => {
              setTried(undefined);
              test.send({ oauth2_form: props.draft });
            }}
          >
            {t('adminOauth2.testAction')}
          </Button>
        }
      />
      {error && <Note kind="error">{error}</Note>}
      <output>{tried && <Steps tried={tried} />}</output>
    </section>
  );
}

function Steps({ tried: { steps, milliseconds } }: { tried: Tried }) {
  const { t } = useText();
  return (
    <ol className={styles.steps}>
      {steps.map(({ step, is_fine, fault }) => (
        <li key={step} className={is_fine ? styles.fine : styles.failed}>
          {is_fine ? <CircleCheck /> : <CircleX />}
          <div>
            <b>{t(`adminOauth2.${step}`)}</b>
            {fault && <p>{t(`adminOauth2.${fault}`)}</p>}
          </div>
        </li>
      ))}
      {steps.every(({ is_fine }) => is_fine) && (
        <li>{t('adminOauth2.fine', { time: milliseconds })}</li>
      )}
    </ol>
  );
}
