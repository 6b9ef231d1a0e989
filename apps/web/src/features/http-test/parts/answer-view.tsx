import { formatSize } from '@octavo/texts/format-size';
import { useText } from '../../../shared/i18n/texts.tsx';
import { CopyButton } from '../../../shared/ui/copy-button.tsx';
import type { HttpAnswer } from '../send-request.ts';
import { shownText } from '../shown-text.ts';
import styles from '../http-test.module.css';

/** The response: status, time, size, body and headers. */
export function AnswerView({ answer }: { answer: HttpAnswer }) {
  const { t } = useText();
  const text = shownText(answer);
  return (
    <section className={styles.answer} aria-label={t('httpTest.answer')}>
      <div className={styles.answerHead}>
        <output className={answer.status < 400 ? styles.good : styles.bad}>
          {answer.status} {answer.statusText}
        </output>
        <span>{t('httpTest.milliseconds', { count: answer.milliseconds })}</span>
        <span>{formatSize(answer.bytes)}</span>
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
        <summary>{t('httpTest.answerHeaders', { count: answer.headers.length })}</summary>
        <ul>
          {answer.headers.map(([name, value]) => (
            <li key={name}>
              <b>{name}</b>: {value}
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}
