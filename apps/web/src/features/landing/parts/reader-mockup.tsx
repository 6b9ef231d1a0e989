import { BookOpen, ChevronDown, ChevronRight, Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Json } from '../../../shared/ui/json-sample.tsx';
import { Method } from '../../../shared/ui/method.tsx';
import styles from './reader-mockup.module.css';

/** A mock-up of a reader page, built from HTML so that it follows language, theme and width. */
export function ReaderMockup() {
  const { t } = useText();
  return (
    <figure>
      <figcaption className="visually-hidden">{t('landing.shotLabel')}</figcaption>
      <div className={styles.shot} aria-hidden="true">
        <div className={styles.tree}>
          <div className={styles.item}>
            <span>
              <BookOpen />
            </span>
            {t('landing.shotItem')}
          </div>
          <Folder open name={t('landing.shotStart')} />
          <Leaf name={t('landing.shotAuth')} />
          <Leaf name={t('landing.shotErrors')} />
          <Folder open name={t('landing.shotOrders')} />
          <Leaf name={t('landing.shotCreate')} method={<Method inTree name="POST" />} current />
          <Leaf name={t('landing.shotRetrieve')} method={<Method inTree name="GET" />} />
          <Leaf name={t('landing.shotUpdate')} method={<Method inTree name="PUT" />} />
          <Leaf name={t('landing.shotCancel')} method={<Method inTree name="DELETE" />} />
          <Folder name={t('landing.shotPayments')} />
          <Folder name={t('landing.shotDictionary')} />
        </div>
        <div className={styles.page}>
          <div className={styles.title}>{t('landing.shotCreate')}</div>
          <div className={styles.endpoint}>
            <Method name="POST" />
            <span className="mono">
              <i>https://api.harbor.dev</i>/v2/orders
            </span>
            <Copy />
          </div>
          <div className={styles.text}>{t('landing.shotText')}</div>
          <div className={styles.code}>
            <div className={styles.tabs}>
              <b>200 OK</b>
              <span>409 Conflict</span>
              <em>
                <Copy />
                {t('shell.copy')}
              </em>
            </div>
            <Json order="ord_5Kq2vX" status="pending_payment" amount={6230} />
          </div>
        </div>
        <div className={styles.toc}>
          <div>{t('landing.shotToc')}</div>
          <ul>
            <li>{t('landing.shotHeaders')}</li>
            <li>{t('landing.shotParameters')}</li>
            <li>{t('landing.shotExample')}</li>
            <li>{t('landing.shotResponse')}</li>
          </ul>
        </div>
      </div>
    </figure>
  );
}

function Folder({ name, open = false }: { name: string; open?: boolean }) {
  return (
    <div className={styles.folder}>
      {open ? <ChevronDown /> : <ChevronRight />}
      {name}
    </div>
  );
}

function Leaf(props: { name: string; method?: ReactNode; current?: boolean }) {
  return (
    <div className={props.current ? `${styles.leaf} ${styles.current}` : styles.leaf}>
      {props.method}
      {props.name}
    </div>
  );
}
