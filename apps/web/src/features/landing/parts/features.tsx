import { Braces, CircleAlert, Database, FileUp, LinkIcon, Megaphone } from 'lucide-react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Avatar } from '../../../shared/ui/avatar.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import styles from './features.module.css';

/** The feature grid: tiles of a half, a quarter and two eighths of the width, like a folded sheet. */
export function Features({ versions }: { versions: number }) {
  const { t } = useText();
  return (
    <div className={styles.band}>
      <section className={styles.section}>
        <h2>{t('landing.featuresTitle')}</h2>
        <p className={styles.lead}>{t('landing.featuresText')}</p>
        <div className={styles.fold}>
          <article className={`${styles.leaf} ${styles.half}`}>
            <h3>{t('landing.versionsTitle')}</h3>
            <p>{t('landing.versionsText', { count: versions })}</p>
            <VersionSample />
          </article>
          <article className={`${styles.leaf} ${styles.quarter}`}>
            <h3>{t('landing.templatesTitle')}</h3>
            <p>{t('landing.templatesText')}</p>
            <ul className={styles.templates}>
              <li className={styles.builtIn}>
                <Braces />
                {t('landing.templateApi')}
              </li>
              <li className={styles.builtIn}>
                <Database />
                {t('landing.templateDatabase')}
              </li>
              <li>
                <CircleAlert />
                {t('landing.templateCodes')}
              </li>
              <li>
                <Megaphone />
                {t('landing.templateRelease')}
              </li>
            </ul>
          </article>
          <article className={styles.leaf}>
            <h3>{t('landing.importTitle')}</h3>
            <p>{t('landing.importText')}</p>
            <FileUp className={styles.sign} />
          </article>
          <article className={`${styles.leaf} ${styles.lit}`}>
            <h3>{t('landing.shareTitle')}</h3>
            <p>{t('landing.shareText')}</p>
            <LinkIcon className={styles.sign} />
          </article>
        </div>
      </section>
    </div>
  );
}

function VersionSample() {
  const { t } = useText();
  return (
    <>
      <div className={`${styles.versions} mono`}>
        <div>{t('landing.versionsHeading')}</div>
        <div>| sku | yes | string |</div>
        <div className={styles.removed}>| quantity | no | string |</div>
        <div className={styles.added}>| quantity | yes | integer |</div>
        <div>| unit_price | no | integer |</div>
        <div className={styles.added}>| note | no | string |</div>
      </div>
      <div className={styles.author}>
        <Avatar small username="tomas.kral" />
        {t('landing.versionsFirst')}
        <Tag kind="line">{t('landing.versionsComment')}</Tag>
      </div>
      <div className={styles.author}>
        <Avatar small username="mei.lin" />
        {t('landing.versionsSecond')}
      </div>
    </>
  );
}
