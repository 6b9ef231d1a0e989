import { calls } from '@octavo/contract';
import { paths } from '@octavo/contract/paths';
import { MAX_MOCK_PATH_LENGTH } from '@octavo/contract/limits';
import { Check, RefreshCw } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useCall } from '../../../../shared/api/use-call.ts';
import { useCommand } from '../../../../shared/api/use-command.ts';
import { useErrorText } from '../../../../shared/api/error-text.ts';
import { useText } from '../../../../shared/i18n/texts.tsx';
import { Button } from '../../../../shared/ui/button.tsx';
import { CopyButton } from '../../../../shared/ui/copy-button.tsx';
import { Dialog } from '../../../../shared/ui/dialog.tsx';
import dialog from '../../../../shared/ui/dialog.module.css';
import { Field } from '../../../../shared/ui/field.tsx';
import { LoadError } from '../../../../shared/ui/load-error.tsx';
import { Skeleton } from '../../../../shared/ui/skeleton.tsx';
import { TextArea } from '../../../../shared/ui/text-area.tsx';
import { TextInput } from '../../../../shared/ui/text-input.tsx';
import { showToast } from '../../../../shared/ui/toast-store.ts';
import { beautifyJson } from '../format/beautify-json.ts';
import sides from '../format/format-dialog.module.css';
import styles from './mock-dialog.module.css';
import { MockPathSwitch, type Mock } from './mock-path-switch.tsx';

const SAMPLE_TEMPLATE = `{
  "error_code": 0,
  "data": {
    "list|1-10": [
      { "id|+1": 1, "name": "@cname", "created_at": "@datetime" }
    ]
  }
}`;

interface MockDialogProps {
  item_id: number;
  page_id: number;
  onClosed: () => void;
}

/** Edits the mock template of a page, with a generated sample and the URLs that serve it. */
export function MockDialog({ item_id, page_id, onClosed }: MockDialogProps) {
  const { t } = useText();
  const mock = useCall(calls.mock.infoByPageId, { page_id }, { staleTime: 0 });
  const [isOpen, setOpen] = useState(true);
  const close = () => setOpen(false);
  return (
    <Dialog
      open={isOpen}
      title={t('tools.mock')}
      width={860}
      initialFocus="textarea, button"
      onCancel={close}
      onClosed={onClosed}
    >
      {mock.isPending && <Skeleton inset shape="rows" />}
      {mock.error && <LoadError error={mock.error} onRetry={() => void mock.refetch()} />}
      {mock.data && <MockForm item_id={item_id} mock={mock.data} onClose={close} />}
    </Dialog>
  );
}

function MockForm(props: { item_id: number; mock: Mock; onClose: () => void }) {
  const { item_id, mock, onClose } = props;
  const { t } = useText();
  const errorText = useErrorText();
  const { page_id } = mock;
  const [template, setTemplate] = useState(mock.template || SAMPLE_TEMPLATE);
  const [path, setPath] = useState(mock.path || '/');
  const sample = useCommand(calls.mock.sample, { inline: true });
  const save = useCommand(calls.mock.add, { inline: true, refresh: [calls.mock.infoByPageId] });
  const error = save.error ?? sample.error;
  const { mutate: generateSample } = sample;
  useEffect(() => {
    generateSample({ page_id, template });
    // Generates the first sample only; the user requests further ones.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  const send = () =>
    save.mutate(
      { page_id, template, path },
      { onSuccess: () => showToast({ kind: 'done', text: t('tools.mockSaved') }) },
    );
  return (
    <>
      <p className={dialog.help}>{t('tools.mockHelp')}</p>
      <div className={sides.sides}>
        <Field label={t('tools.mockTemplate')} error={error ? errorText(error) : undefined}>
          <TextArea
            rows={14}
            value={template}
            spellCheck={false}
            autoComplete="off"
            onText={(next) => {
              setTemplate(next);
              save.reset();
              sample.reset();
            }}
          />
        </Field>
        <Field
          label={t('tools.mockSample')}
          aside={
            <Button
              size="small"
              variant="quiet"
              icon={<RefreshCw />}
              loading={sample.isPending}
              onClick={() => generateSample({ page_id, template })}
            >
              {t('tools.mockTry')}
            </Button>
          }
        >
          <TextArea
            rows={14}
            readOnly
            value={sample.data ? beautifyJson(sample.data.sample) : ''}
            placeholder={t('tools.mockSampleEmpty')}
            onText={() => {}}
          />
        </Field>
      </div>
      <div className={styles.rest}>
        <Field label={t('tools.mockPath')}>
          <TextInput
            value={path}
            onText={setPath}
            maxLength={MAX_MOCK_PATH_LENGTH}
            autoComplete="off"
          />
        </Field>
        <MockUrls item_id={item_id} mock={mock} />
      </div>
      <div className={dialog.footer}>
        <output className={styles.state}>
          {isJson(template) && (
            <>
              <Check />
              {t('tools.mockValid')}
            </>
          )}
        </output>
        <Button onClick={onClose}>{t('shell.cancel')}</Button>
        <Button variant="primary" loading={save.isPending} onClick={send}>
          {t('tools.mockSave')}
        </Button>
      </div>
    </>
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The URLs that serve the mock; there are none before the first save. */
function MockUrls({ item_id, mock }: { item_id: number; mock: Mock }) {
  const { t } = useText();
  const id = useId();
  const { path, unique_key, is_private, is_path_open } = mock;
  if (unique_key === '') return <p className={styles.none}>{t('tools.mockNoAddress')}</p>;
  const isPathOpen = is_private === 0 || is_path_open === 1;
  const urls = [
    ...(isPathOpen ? [paths.mockPath.href({ item_id }, { path })] : []),
    paths.mockData.href({ unique_key }),
  ].map((url) => new URL(url, window.location.href).href);
  return (
    <>
      <div>
        <p id={id} className={styles.label}>
          {t('tools.mockAddresses')}
        </p>
        <ul className={styles.addresses} aria-labelledby={id}>
          {urls.map((url) => (
            <li key={url}>
              <code>{url}</code>
              <CopyButton variant="default" text={url} />
            </li>
          ))}
        </ul>
      </div>
      {is_private === 1 && <MockPathSwitch item_id={item_id} mock={mock} />}
    </>
  );
}
