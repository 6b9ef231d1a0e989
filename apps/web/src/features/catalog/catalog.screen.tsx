import { paths } from '@octavo/contract/paths';
import { Archive, FolderPlus } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useText } from '../../shared/i18n/texts.tsx';
import { itemUrl } from '../../shared/items/item-url.ts';
import { ItemLoadError, AccessDenied } from '../../shared/items/item-load-error.tsx';
import { hasCatalogs } from '../../shared/items/item-type.tsx';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Column } from '../../shared/ui/column.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { EmptyState, FailureState } from '../../shared/ui/state-block.tsx';
import { CatalogDialogs, type CatalogAction } from './parts/catalog-dialogs.tsx';
import styles from './catalog.module.css';
import { CatalogSummary } from './parts/catalog-summary.tsx';
import { CatalogTree } from './parts/catalog-tree.tsx';
import { useCatalogs, type Catalogs } from './use-catalogs.ts';

export function CatalogScreen() {
  const { t } = useText();
  const { item_id = '' } = useParams();
  const { loaded, error, retry } = useCatalogs(Number(item_id));
  const [action, setAction] = useState<CatalogAction>();
  if (error) return <ItemLoadError error={error} onRetry={retry} />;
  if (loaded && !loaded.item.item_edit && loaded.item.is_archived === 0) return <AccessDenied />;

  const isWritable = loaded !== undefined && isEditable(loaded);
  return (
    <Column width="tree">
      <PageTitle screen={t('catalog.title')} />
      <PageHead
        title={t('catalog.title')}
        context={loaded?.item.item_name}
        back={{
          to: loaded ? itemUrl(loaded.item) : paths.item.href({ item: item_id }),
          label: t('item.backToItem'),
        }}
        action={
          isWritable && (
            <Button
              variant="primary"
              icon={<FolderPlus />}
              onClick={() => setAction({ kind: 'add', parent: undefined })}
            >
              {t('catalog.add')}
            </Button>
          )
        }
      />
      {!loaded && <Skeleton shape="rows" />}
      {loaded && !isWritable && <ReadOnlyNotice loaded={loaded} />}
      {loaded && isWritable && <EditableTree loaded={loaded} onAct={setAction} />}
      {loaded && action && (
        <CatalogDialogs loaded={loaded} action={action} onClosed={() => setAction(undefined)} />
      )}
    </Column>
  );
}

function isEditable({ item }: Catalogs): boolean {
  return item.is_archived === 0 && hasCatalogs(item);
}

/** Shown for an archived item and for item types without catalogs. */
function ReadOnlyNotice({ loaded: { item } }: { loaded: Catalogs }) {
  const { t } = useText();
  return (
    <Card>
      <FailureState
        icon={<Archive />}
        tone="plain"
        title={item.is_archived === 1 ? t('item.archivedNote') : t('catalog.withoutCatalogs')}
        actions={<ButtonLink to={itemUrl(item)}>{t('item.backToItem')}</ButtonLink>}
      />
    </Card>
  );
}

function EditableTree(props: { loaded: Catalogs; onAct: (action: CatalogAction) => void }) {
  const { t } = useText();
  const { loaded, onAct } = props;
  if (loaded.tree.length === 0)
    return (
      <>
        <Card>
          <EmptyState title={t('catalog.emptyTitle')}>{t('catalog.emptyText')}</EmptyState>
        </Card>
        <CatalogSummary loaded={loaded} />
      </>
    );
  return (
    <>
      <p className={styles.help}>{t('catalog.help')}</p>
      <CatalogTree loaded={loaded} onAct={onAct} />
      <CatalogSummary loaded={loaded} />
    </>
  );
}
