import { Send } from 'lucide-react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { TextArea } from '../../../shared/ui/text-area.tsx';
import { METHODS, type RequestDraft } from '../http-request.ts';
import styles from '../http-test.module.css';

interface RequestFormProps {
  draft: RequestDraft;
  isSending: boolean;
  onDraft: (draft: RequestDraft) => void;
  onSend: () => void;
}

export function RequestForm({ draft, isSending, onDraft, onSend }: RequestFormProps) {
  const { t } = useText();
  const change = (part: Partial<RequestDraft>) => onDraft({ ...draft, ...part });
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSending) onSend();
      }}
    >
      <div className={styles.line}>
        <select
          className={styles.method}
          aria-label={t('httpTest.method')}
          value={draft.method}
          onChange={(event) => change({ method: event.target.value })}
        >
          {METHODS.map((method) => (
            <option key={method}>{method}</option>
          ))}
        </select>
        <input
          className={styles.address}
          aria-label={t('httpTest.address')}
          placeholder="https://api.example.com/v1/orders"
          value={draft.url}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => change({ url: event.target.value })}
        />
        <Button type="submit" variant="primary" icon={<Send />} loading={isSending}>
          {t('httpTest.send')}
        </Button>
      </div>
      <div className={styles.parts}>
        <Field label={t('httpTest.headers')} help={t('httpTest.headersHelp')}>
          <TextArea
            rows={5}
            value={draft.headers}
            spellCheck={false}
            onText={(headers) => change({ headers })}
          />
        </Field>
        <Field label={t('httpTest.body')}>
          <TextArea
            rows={5}
            value={draft.body}
            spellCheck={false}
            onText={(body) => change({ body })}
          />
        </Field>
      </div>
      <p className={styles.note}>{t('httpTest.fromBrowser')}</p>
    </form>
  );
}
