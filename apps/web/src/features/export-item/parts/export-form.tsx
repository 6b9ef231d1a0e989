import { calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';
import { exportFormats, type ExportFormat } from '@octavo/contract/export-format';
import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useCall } from '../../../shared/api/use-call.ts';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useProblems } from '../../../shared/hooks/problems.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { itemAddress } from '../../../shared/items/item-address.ts';
import { Button, ButtonLink } from '../../../shared/ui/button.tsx';
import { Form } from '../../../shared/ui/form.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { Panel } from '../../../shared/ui/panel.tsx';
import { downloadAddress, isOpen, useExportTask } from '../use-export-task.ts';
import styles from './export-form.module.css';
import { ExportState } from './export-state.tsx';
import { FormatChoice } from './format-choice.tsx';
import { PartChoice, WHOLE, type Part } from './part-choice.tsx';

type Item = CallResponse<typeof calls.item.info>;

/** The task id is a URL parameter, so that the progress is shown again when the URL is reopened. */
function useTaskOfAddress() {
  const [search, setSearch] = useSearchParams();
  const taskId = Number(search.get('task_id') ?? 0) || 0;
  const task = useExportTask(taskId).data;
  const [begun, setBegun] = useState(0);
  const file = task?.state === 'done' && task.task_id === begun ? begun : 0;
  // Download automatically, once, an export that was started in this view.
  useEffect(() => {
    if (file > 0) location.assign(downloadAddress(file));
  }, [file]);
  function follow(made: number) {
    setBegun(made);
    setSearch(
      (before) => {
        before.set('task_id', String(made));
        return before;
      },
      { replace: true },
    );
  }
  return { task, follow, isWorking: taskId > 0 && task !== undefined && isOpen(task) };
}

/** Preselects the catalog and page of the URL parameters, if any. */
function usePartOfAddress() {
  const [search] = useSearchParams();
  return useState<Part>(() => {
    const [cat_id, page_id] = ['cat_id', 'page_id'].map((name) => Number(search.get(name)) || 0);
    return cat_id || page_id
      ? { by: 'catalog', cat_id: cat_id ?? 0, page_id: page_id ?? 0 }
      : WHOLE;
  });
}

export function ExportForm({ item }: { item: Item }) {
  const { t } = useText();
  const { item_id, page_count } = item;
  const [format, setFormat] = useState<ExportFormat>('word');
  const [part, setPart] = usePartOfAddress();
  const forms = useCall(calls.export.forms, {}).data;
  // Until the formats are loaded, offer those that every site supports.
  const formats = forms?.formats ?? exportFormats.filter((one) => one !== 'pdf');
  const { task, follow, isWorking } = useTaskOfAddress();
  const begin = useFormCommand(calls.export.begin, { onDone: ({ task_id }) => follow(task_id) });
  const problems = useProblems({});
  const { cat_id, page_id } = part;
  const choice = format === 'markdown' ? { cat_id: 0, page_id: 0 } : { cat_id, page_id };
  const error = begin.otherError();
  return (
    <Form problems={problems} onSend={() => begin.send({ item_id, format, ...choice })}>
      <Panel
        foot={
          <>
            <ButtonLink to={itemAddress(item)}>{t('exporting.back')}</ButtonLink>
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
