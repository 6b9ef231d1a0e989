import { useLoaderData } from 'react-router';
import { useText } from '../../shared/i18n/texts.tsx';
import { Note } from '../../shared/ui/note.tsx';
import { MAIN_ID } from '../../shared/ui/skip-link.tsx';
import styles from './landing.module.css';
import type { HomePageSetting } from './load-landing.ts';
import { Facts } from './parts/facts.tsx';
import { Features } from './parts/features.tsx';
import { DemoLink, EnterLink, LandingFoot, LandingHead } from './parts/landing-links.tsx';
import { ReaderMockup } from './parts/reader-mockup.tsx';

export function LandingScreen() {
  const { t } = useText();
  const { needs_setup, history_version_count } = useLoaderData<HomePageSetting>();
  return (
    <div className={styles.landing}>
      <title>{t('landing.title')}</title>
      <LandingHead />
      <main id={MAIN_ID} tabIndex={-1}>
        <div className={styles.sky}>
          <section className={styles.hero}>
            <h1>{t('landing.headline')}</h1>
            <p>{t('landing.lead')}</p>
            <div className={styles.actions}>
              <EnterLink variant="primary" size="huge" />
              <DemoLink />
            </div>
            {needs_setup && (
              <div className={styles.hint}>
                <Note kind="info">{t('landing.setupHint')}</Note>
              </div>
            )}
            <ReaderMockup />
          </section>
        </div>
        <Features versions={history_version_count} />
        <Facts />
      </main>
      <LandingFoot />
    </div>
  );
}
