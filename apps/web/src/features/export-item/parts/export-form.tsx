import { calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';
import { exportFormats, type ExportFormat } from '@octavo/contract/export-format';
import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useCall } from '../../../shared/api/use-call.ts';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useFieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { itemUrl } from '../../../shared/items/item-url.ts';
import { Button, ButtonLink } from '../../../shared/ui/button.tsx';
import { Form } from '../../../shared/ui/form.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { Panel } from '../../../shared/ui/panel.tsx';
import { downloadUrl, isActive, useExportTask } from '../use-export-task.ts';
import styles from './export-form.module.css';
import { ExportState } from './export-state.tsx';
import { FormatChoice } from './format-choice.tsx';
import { PartChoice, WHOLE_ITEM, type ExportPart } from './part-choice.tsx';

type Item = CallResponse<typeof calls.item.info>;

/** The task id is a URL parameter, so that the progress is shown again when the URL is reopened. */
function useTaskFromUrl() {
  const [search, setSearch] = useSearchParams();
  const taskId = Number(search.get('task_id') ?? 0) || 0;
  const task = useExportTask(taskId).data;
  const [startedTaskId, setStartedTaskId] = useState(0);
  const file = task?.state === 'done' && task.task_id === startedTaskId ? startedTaskId : 0;
  // Download automatically, once, an export that was started in this view.
  useEffect(() => {
    if (file > 0) location.assign(downloadUrl(file));
  }, [file]);
  function follow(newTaskId: number) {
    setStartedTaskId(newTaskId);
    setSearch(
      (before) => {
        before.set('task_id', String(newTaskId));
        return before;
      },
      { replace: true },
    );
  }
  return { task, follow, isWorking: taskId > 0 && task !== undefined && isActive(task) };
}

/** Preselects the catalog and page of the URL parameters, if any. */
function usePartFromUrl() {
  const [search] = useSearchParams();
  return useState<ExportPart>(() => {
    const [cat_id, page_id] = ['cat_id', 'page_id'].map((name) => Number(search.get(name)) || 0);
    return cat_id || page_id
      ? { by: 'catalog', cat_id: cat_id ?? 0, page_id: page_id ?? 0 }
      : WHOLE_ITEM;
  });
}

export function ExportForm({ item }: { item: Item }) {
  const { t } = useText();
  const { item_id, page_count } = item;
  const [format, setFormat] = useState<ExportFormat>('word');
  const [part, setPart] = usePartFromUrl();
  const forms = useCall(calls.export.forms, {}).data;
  // Until the formats are loaded, offer those that every site supports.
  const formats = forms?.formats ?? exportFormats.filter((one) => one !== 'pdf');
  const { task, follow, isWorking } = useTaskFromUrl();
  const begin = useFormCommand(calls.export.begin, { onDone: ({ task_id }) => follow(task_id) });
  const fieldErrors = useFieldErrors({});
  const { cat_id, page_id } = part;
  const choice = format === 'markdown' ? { cat_id: 0, page_id: 0 } : { cat_id, page_id };
  const error = begin.otherError();
  return (
    <Form fieldErrors={fieldErrors} onSend={() => begin.send({ item_id, format, ...choice })}>
      <Panel
        foot={
          <>
            <ButtonLink to={itemUrl(item)}>{t('exporting.back')}</ButtonLink>
            <Button
              type="submit"
              variant="primary"
              icon={<Download />}
              loading={begin.working || isWorking}
            >
              {t('exporting.begin')}
            </Button>
          </>
        }
      >
        <FormatChoice formats={formats} value={format} disabled={isWorking} onFormat={setFormat} />
        {forms && !forms.formats.includes('pdf') && (
          <p className={styles.missing}>{t('exporting.pdfMissing')}</p>
        )}
        {format === 'markdown' ? (
          <Note kind="info">{t('exporting.markdownTip', { count: page_count })}</Note>
        ) : (
          <PartChoice itemId={item_id} value={part} onPart={setPart} />
        )}
        {format === 'html' && <Note kind="info">{t('exporting.htmlTip')}</Note>}
        {format === 'openapi' && <Note kind="info">{t('exporting.openapiTip')}</Note>}
        {error && <Note kind="error">{error}</Note>}
        {task && <ExportState task={task} />}
      </Panel>
    </Form>
  );
}
