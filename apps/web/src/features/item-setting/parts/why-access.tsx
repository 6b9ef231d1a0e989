import { calls } from '@octavo/contract';
import { useEffect, useRef, useState } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { PersonSelect } from '../../../shared/people/people-select.tsx';
import { Card, SectionHead } from '../../../shared/ui/card.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { LoadError } from '../../../shared/ui/load-error.tsx';
import { SelectInput } from '../../../shared/ui/select-input.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import type { ItemDetail } from '../item-detail.ts';
import { pageOptions } from '../page-options.ts';
import { AccessExplanationView } from './access-explanation.tsx';
import styles from './why-access.module.css';

interface WhyAccessProps {
  item: ItemDetail;
  username: string | undefined;
  onUsername: (username: string) => void;
}

/** Explains the access of one user to one page or to the whole item, as evaluated by the server. */
export function WhyAccess({ item, username, onUsername }: WhyAccessProps) {
  const { t } = useText();
  const [pageId, setPageId] = useState(0);
  const { data: info } = useCall(calls.item.info, { item_id: item.item_id });
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that sets the user is in a table row further up.
    if (username) top.current?.scrollIntoView({ block: 'nearest' });
  }, [username]);
  const pages = info ? pageOptions(info.menu) : [];
  return (
    <div ref={top}>
      <SectionHead title={t('member.why')} help={t('member.whyHelp')} />
      <Card>
        <div className={styles.choice}>
          <Field label={t('member.person')}>
            <PersonSelect value={username} onValue={onUsername} />
          </Field>
          <Field label={t('member.page')}>
            <SelectInput
              options={[{ value: 0, name: t('member.wholeItem') }, ...pages]}
              value={pageId}
              onValue={setPageId}
            />
          </Field>
        </div>
        {username && <AccessResult itemId={item.item_id} pageId={pageId} username={username} />}
      </Card>
    </div>
  );
}

function AccessResult(props: { itemId: number; pageId: number; username: string }) {
  const input = { item_id: props.itemId, page_id: props.pageId, username: props.username };
  const { data: explanation, error, refetch } = useCall(calls.item.explainAccess, input);
  if (error && !explanation) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!explanation) return <Skeleton shape="rows" />;
  return (
    <AccessExplanationView explanation={explanation} about={props.pageId === 0 ? 'item' : 'page'} />
  );
}
