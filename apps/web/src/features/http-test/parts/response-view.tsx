import { formatSize } from '@octavo/texts/format-size';
import { useText } from '../../../shared/i18n/texts.tsx';
import { CopyButton } from '../../../shared/ui/copy-button.tsx';
import type { HttpResponse } from '../send-request.ts';
import { formatResponseText } from '../format-response.ts';
import styles from '../http-test.module.css';

/** The response: status, time, size, body and headers. */
export function ResponseView({ response }: { response: HttpResponse }) {
  const { t } = useText();
  const text = formatResponseText(response);
  return (
    <section className={styles.answer} aria-label={t('httpTest.answer')}>
      <div className={styles.answerHead}>
        <output className={response.status < 400 ? styles.good : styles.bad}>
          {response.status} {response.statusText}
        </output>
        <span>{t('httpTest.milliseconds', { count: response.milliseconds })}</span>
        <span>{formatSize(response.bytes)}</span>
        <CopyButton text={text} />
      </div>
      <textarea
        className={styles.body}
        readOnly
        rows={18}
        spellCheck={false}
        aria-label={t('httpTest.answerBody')}
        value={text}
      />
      <details className={styles.headers}>
        <summary>{t('httpTest.answerHeaders', { count: response.headers.length })}</summary>
        <ul>
          {response.headers.map(([name, value]) => (
            <li key={name}>
              <b>{name}</b>: {value}
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}
