import { LinkIcon } from 'lucide-react';
import { useText } from '../i18n/texts.tsx';
import { Avatar } from './avatar.tsx';
import styles from './fold-panel.module.css';
import { Json } from './json-sample.tsx';
import { Method } from './method.tsx';

const parameters = [
  ['customer_id', 'string'],
  ['currency', 'string'],
  ['items', 'array'],
  ['note', 'string'],
] as const;

/** A decorative illustration of the product: a page, an API response, users and a share link on a folded sheet. */
export function FoldPanel() {
  const { t } = useText();
  return (
    <div className={styles.panel} aria-hidden="true">
      <div className={styles.fold}>
        <div className={`${styles.leaf} ${styles.half}`}>
          <div className={styles.endpoint}>
            <Method name="POST" />
            <span className="mono">/v2/orders</span>
          </div>
          <div className={styles.title}>{t('landing.foldTitle')}</div>
          <Lines widths={[92, 78, 86]} />
          <div className={`${styles.table} mono`}>
            {parameters.map(([name, type]) => (
              <div key={name}>
                <b>{name}</b>
                <span>{type}</span>
              </div>
            ))}
          </div>
          <Lines widths={[60, 82, 70]} />
        </div>
        <div className={`${styles.leaf} ${styles.quarter}`}>
          <div className={styles.caption}>{t('landing.foldResponse')}</div>
          <Json order="ord_5Kq2vX" status="pending" amount={6230} />
        </div>
        <div className={`${styles.leaf} ${styles.eighth}`}>
          <div className={styles.people}>
            <Avatar username="mei.lin" />
            <Avatar username="tomas.kral" />
            <Avatar username="ada.okafor" />
          </div>
          <div>
            <b>{t('landing.foldEditors')}</b>
            <span>{t('landing.foldCatalogs')}</span>
          </div>
        </div>
        <div className={`${styles.leaf} ${styles.eighth} ${styles.lit}`}>
          <LinkIcon />
          <div>
            <b>{t('landing.foldShared')}</b>
            <span>{t('landing.foldPages')}</span>
          </div>
        </div>
      </div>
    </div>
  );
}

function Lines({ widths }: { widths: readonly number[] }) {
  return (
    <div className={styles.lines}>
      {widths.map((width) => (
        <div key={width} style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}
