import { calls } from '@octavo/contract';
import type { Account } from '@octavo/contract/entities';
import { paths } from '@octavo/contract/paths';
import { codeBlock } from '@octavo/markdown/write-markdown';
import { useMutation } from '@tanstack/react-query';
import { ArrowLeft, CornerDownLeft, Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { useOutletContext, useParams, useSearchParams } from 'react-router';
import { useCall } from '../../shared/api/use-call.ts';
import { copyText } from '../../shared/device/copy-text.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { ItemLoadError } from '../../shared/items/item-load-error.tsx';
import { publishExample } from '../../shared/pages/example-channel.ts';
import { Button } from '../../shared/ui/button.tsx';
import { IconButton, IconLink } from '../../shared/ui/icon-button.tsx';
import { Method } from '../../shared/ui/method.tsx';
import { Note } from '../../shared/ui/note.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { PlainFrame } from '../../shared/ui/plain-frame.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { MAIN_ID } from '../../shared/ui/skip-link.tsx';
import { showToast } from '../../shared/ui/toast-store.ts';
import {
  EMPTY_DRAFT,
  prepareRequest,
  requestOfPage,
  type Environment,
  type RequestDraft,
} from './http-request.ts';
import styles from './http-test.module.css';
import { ResponseView } from './parts/response-view.tsx';
import { EnvironmentDialog } from './parts/environment-dialog.tsx';
import { RequestForm } from './parts/request-form.tsx';
import { sendRequest, type HttpResponse } from './send-request.ts';
import { formatResponseText } from './format-response.ts';
import { useStoredState } from './use-stored-state.ts';

const MAX_RECENT = 20;

export function HttpTestScreen() {
  const { t } = useText();
  const item_id = Number(useParams()['item_id']) || 0;
  const [search] = useSearchParams();
  const page_id = Number(search.get('page_id')) || 0;
  const { uid } = useOutletContext<Account>();
  const item = useCall(calls.item.info, { item_id });
  const page = useCall(calls.page.info, { page_id }, { silent: true, enabled: page_id > 0 });
  if (item.error)
    return (
      <PlainFrame>
        <ItemLoadError error={item.error} onRetry={() => void item.refetch()} />
      </PlainFrame>
    );
  // The form is filled from the page once, before the user types.
  if (page_id > 0 && page.isPending) return <Skeleton inset shape="page" />;
  return (
    <>
      <PageTitle screen={t('httpTest.title')} />
      <HttpTest
        key={`${uid}.${item_id}`}
        name={item.data?.item_name ?? ''}
        item_id={item_id}
        page_id={page_id}
        content={page.data?.page_content ?? ''}
        storagePrefix={`http.${uid}.${item_id}`}
      />
    </>
  );
}

/** The request of the page as it was sent last; without a page, the last request. */
function firstRequest(content: string, recent: readonly RequestDraft[]): RequestDraft {
  const documented = requestOfPage(content);
  if (!documented) return recent[0] ?? EMPTY_DRAFT;
  const { method, url } = documented;
  return recent.find((sent) => sent.method === method && sent.url === url) ?? documented;
}

function HttpTest({
  name,
  item_id,
  page_id,
  content,
  storagePrefix,
}: {
  name: string;
  item_id: number;
  /** 0 without a page. */
  page_id: number;
  /** The content of the page. */
  content: string;
  storagePrefix: string;
}) {
  const { t } = useText();
  const [recent, setRecent] = useStoredState<readonly RequestDraft[]>(
    `${storagePrefix}.recent`,
    [],
  );
  const [environments, setEnvironments] = useStoredState<readonly Environment[]>(
    `${storagePrefix}.envs`,
    [],
  );
  const [current, setCurrent] = useState(environments[0]?.name ?? '');
  const [editing, setEditing] = useState<'new' | 'current'>();
  const [draft, setDraft] = useState(() => firstRequest(content, recent));
  const environment = environments.find((each) => each.name === current);
  const request = useMutation<HttpResponse>({
    mutationFn: () => sendRequest(prepareRequest(draft, environment?.variables ?? '')),
    onMutate: () => {
      const others = recent.filter((each) => JSON.stringify(each) !== JSON.stringify(draft));
      setRecent([draft, ...others].slice(0, MAX_RECENT));
    },
  });
  const response = request.data;
  const insert = (button: HTMLElement) => {
    if (!response) return;
    const text = `${codeBlock(formatResponseText(response), 'json')}\n`;
    publishExample({ page_id, text });
    void copyText(text, button);
    showToast({ kind: 'done', text: t('httpTest.inserted') });
  };
  const saveEnvironment = (saved: Environment) => {
    const old = editing === 'current' ? current : saved.name;
    setEnvironments([...environments.filter((each) => each.name !== old), saved]);
    setCurrent(saved.name);
  };
  return (
    <div className={styles.frame}>
      <header className={styles.head}>
        <IconLink label={t('httpTest.back')} to={paths.item.href({ item: item_id })}>
          <ArrowLeft />
        </IconLink>
        <h1>{t('httpTest.title')}</h1>
        <span className={styles.item}>{name}</span>
        <span className={styles.environment}>
          <select
            aria-label={t('httpTest.environment')}
            value={current}
            onChange={(event) => setCurrent(event.target.value)}
          >
            <option value="">{t('httpTest.noEnvironment')}</option>
            {environments.map((each) => (
              <option key={each.name}>{each.name}</option>
            ))}
          </select>
          {environment && (
            <IconButton label={t('httpTest.editEnvironment')} onClick={() => setEditing('current')}>
              <Pencil />
            </IconButton>
          )}
          <IconButton label={t('httpTest.addEnvironment')} onClick={() => setEditing('new')}>
            <Plus />
          </IconButton>
        </span>
        {response && (
          <Button icon={<CornerDownLeft />} onClick={(event) => insert(event.currentTarget)}>
            {t('httpTest.insert')}
          </Button>
        )}
      </header>
      <aside className={styles.recent} aria-label={t('httpTest.recent')}>
        <h2>{t('httpTest.recent')}</h2>
        {recent.length === 0 && <p className={styles.none}>{t('httpTest.noRecent')}</p>}
        <ul>
          {recent.map((each) => (
            <li key={JSON.stringify(each)}>
              <button type="button" className={styles.entry} onClick={() => setDraft(each)}>
                <Method name={each.method} inTree />
                <span>{each.url}</span>
              </button>
            </li>
          ))}
        </ul>
      </aside>
      <main id={MAIN_ID} tabIndex={-1} className={styles.main}>
        <RequestForm
          draft={draft}
          isSending={request.isPending}
          onDraft={setDraft}
          onSend={() => request.mutate()}
        />
        {request.error && (
          <div className={styles.failure}>
            <Note kind="error">{t('httpTest.failed')}</Note>
          </div>
        )}
        {response && <ResponseView response={response} />}
      </main>
      {editing && (
        <EnvironmentDialog
          environment={editing === 'current' ? environment : undefined}
          onSave={saveEnvironment}
          onClosed={() => setEditing(undefined)}
        />
      )}
    </div>
  );
}
