import { calls } from '@octavo/contract';
import type { LdapTest as Tried } from '@octavo/contract/admin-setting.entities';
import { CircleCheck, CircleX, PlugZap } from 'lucide-react';
import { useState } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useFields } from '../../../shared/hooks/fields.ts';
import { useProblems } from '../../../shared/hooks/problems.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { SectionHead } from '../../../shared/ui/card.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { Form } from '../../../shared/ui/form.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { FootNote, Panel } from '../../../shared/ui/panel.tsx';
import { PasswordInput, TextInput } from '../../../shared/ui/text-input.tsx';
import type { LdapDraft } from './ldap-fields.tsx';
import styles from './settings.module.css';

/** The way of a login with what stands in the form, so that one sees where it ends. */
export function LdapTest(props: { draft: LdapDraft; title: string; help: string }) {
  const { t } = useText();
  const [fields, set] = useFields({ username: '', password: '' });
  const [tried, setTried] = useState<Tried>();
  const problems = useProblems({
    username: fields.username.trim() === '' && t('user.missing'),
    password: fields.password === '' && t('user.missing'),
  });
  const test = useFormCommand(calls.adminSetting.testLdap, { onDone: setTried });
  const error = test.otherError();
  return (
    <section className={styles.below}>
      <SectionHead title={props.title} help={props.help} />
      <Form
        problems={problems}
        onSend={() => {
          setTried(undefined);
          test.send({ ldap_form: props.draft, ...fields });
        }}
      >
        <Panel
          foot={
            <>
              <FootNote>{null}</FootNote>
              <Button type="submit" icon={<PlugZap />} loading={test.working}>
                {t('adminLogin.testAction')}
              </Button>
            </>
          }
        >
          <div className={styles.pair}>
            <Field label={t('adminLogin.testUsername')} error={problems.of('username')}>
              <TextInput
                name="test_username"
                value={fields.username}
                onText={set('username')}
                maxLength={256}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
              />
            </Field>
            <Field label={t('adminLogin.testPassword')} error={problems.of('password')}>
              <PasswordInput
                name="test_password"
                value={fields.password}
                onText={set('password')}
                autoComplete="new-password"
              />
            </Field>
          </div>
          {error && <Note kind="error">{error}</Note>}
          <output>{tried && <Steps tried={tried} />}</output>
        </Panel>
      </Form>
    </section>
  );
}

function Steps({ tried: { steps, milliseconds, username, name } }: { tried: Tried }) {
  const { t } = useText();
  const why = { bind: '', search: t('adminLogin.notFound'), login: t('adminLogin.wrongPassword') };
  return (
    <ol className={styles.steps}>
      {steps.map(({ step, is_fine, fault }) => (
        <li key={step} className={is_fine ? styles.fine : styles.failed}>
          {is_fine ? <CircleCheck /> : <CircleX />}
          <div>
            <b>{t(`adminLogin.${step}`)}</b>
            {!is_fine && <p>{fault ? t(`adminLogin.${fault}`) : why[step]}</p>}
          </div>
        </li>
      ))}
      {username && <li>{t('adminLogin.fine', { username, name, time: milliseconds })}</li>}
    </ol>
  );
}
