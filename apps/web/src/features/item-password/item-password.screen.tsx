import { localPath } from '@octavo/contract/local-path';
import { paths } from '@octavo/contract/paths';
import { Lock } from 'lucide-react';
import { Link, useParams, useSearchParams } from 'react-router';
import { useText } from '../../shared/i18n/texts.tsx';
import { useSession } from '../../shared/session/session.ts';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { PlainFrame } from '../../shared/ui/plain-frame.tsx';
import { PasswordForm } from './password-form.tsx';
import styles from './item-password.module.css';

/** Never shows the item's name: a visitor may learn only that the item exists. */
export function ItemPasswordScreen() {
  const { t, rich } = useText();
  const { item_id = '' } = useParams();
  const [search] = useSearchParams();
  const { account } = useSession();
  const pageId = Number(search.get('page_id') ?? 0);
  const target = localPath(search.get('redirect')) ?? defaultTarget(item_id, pageId);
  return (
    <PlainFrame>
      <PageTitle screen={t('itemPassword.title')} />
      <div>
        <div className={styles.card}>
          <span className={styles.tile}>
            <Lock />
          </span>
          <h1 className={styles.title}>{t('itemPassword.title')}</h1>
          <p className={styles.text}>{t('itemPassword.text')}</p>
          <PasswordForm item={item_id} pageId={pageId} target={target} />
          <p className={styles.other}>
            {account
              ? t('itemPassword.loggedIn', { username: account.username })
              : rich('itemPassword.member', {
                  link: (
                    <Link to={paths.login.href({ redirect: target })}>
                      {t('itemPassword.logIn')}
                    </Link>
                  ),
                })}
          </p>
        </div>
        <p className={styles.kept}>{t('itemPassword.kept')}</p>
      </div>
    </PlainFrame>
  );
}

/** Item 0 means the item of the page, for URLs that contain only a page id. */
function defaultTarget(item: string, pageId: number): string {
  if (pageId <= 0) return paths.item.href({ item });
  if (item === '0') return paths.page.href({ page_id: pageId });
  return paths.itemPage.href({ item, page_id: pageId });
}
