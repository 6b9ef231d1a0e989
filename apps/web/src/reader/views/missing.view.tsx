import { paths } from '@octavo/contract/paths';
import { Unlink } from 'lucide-react';
import { useText } from '../../shared/i18n/texts.tsx';
import brand from '../../shared/ui/brand.module.css';
import { Brand } from '../../shared/ui/brand.tsx';
import { MAIN_ID } from '../../shared/ui/skip-link.tsx';
import { EmptyState, FailureState } from '../../shared/ui/state-block.tsx';
import button from '../parts/button.module.css';
import { LanguageButton } from '../parts/choices.tsx';
import styles from './missing.view.module.css';

/** Page not found: the URL is wrong, or a share link was revoked. */
export function MissingView(props: {
  reason: 'notFound' | 'cancelled';
  isLogin: boolean;
  site: { readonly name: string; readonly logo: string };
}) {
  const { t } = useText();
  const { reason, isLogin, site } = props;
  const home = isLogin ? (
    <a className={`${button.button} ${button.primary}`} href={paths.myItems.href()}>
      {t('shell.myItems')}
    </a>
  ) : (
    <a className={`${button.button} ${button.primary}`} href={paths.landing.href()}>
      {t('states.toStart')}
    </a>
  );
  const login = !isLogin && (
    <a className={button.button} href={paths.login.href()}>
      {t('shell.login')}
    </a>
  );
  return (
    <div className={styles.app}>
      <header className={styles.head}>
        <a className={brand.brand} href={paths.landing.href()}>
          <Brand {...site} />
        </a>
        <LanguageButton isLogin={isLogin} />
      </header>
      <main id={MAIN_ID} tabIndex={-1} className={styles.main}>
        {reason === 'cancelled' ? (
          <FailureState
            level="screen"
            tone="plain"
            icon={<Unlink />}
            title={t('reader.cancelledTitle')}
            actions={login || home}
          >
            {t('reader.cancelledText')}
          </FailureState>
        ) : (
          <EmptyState level="screen" title={t('states.notFoundTitle')} actions={home}>
            {t('states.notFoundText')}
          </EmptyState>
        )}
      </main>
    </div>
  );
}
