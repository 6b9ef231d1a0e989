import { calls } from '@octavo/contract';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../../../shared/api/use-call.ts';
import { useText } from '../../../../shared/i18n/texts.tsx';
import { Time } from '../../../../shared/i18n/time.tsx';
import { Button } from '../../../../shared/ui/button.tsx';
import { Dialog } from '../../../../shared/ui/dialog.tsx';
import { IconButton } from '../../../../shared/ui/icon-button.tsx';
import { LoadError } from '../../../../shared/ui/load-error.tsx';
import { SearchInput } from '../../../../shared/ui/search-input.tsx';
import { Skeleton } from '../../../../shared/ui/skeleton.tsx';
import { EmptyState } from '../../../../shared/ui/state-block.tsx';
import { DeleteTemplate, type Template } from './delete-template.tsx';
import styles from './templates-dialog.module.css';

interface TemplatesDialogProps {
  onInsert: (text: string) => void;
  onClosed: () => void;
}

/** The user's own templates, to insert into the page or to delete. */
export function TemplatesDialog({ onInsert, onClosed }: TemplatesDialogProps) {
  const { t } = useText();
  const list = useCall(calls.template.getList, {});
  const [isOpen, setOpen] = useState(true);
  const [keyword, setKeyword] = useState('');
  const [deleting, setDeleting] = useState<Template>();
  const searchTerm = keyword.trim().toLowerCase();
  const matches =
    list.data?.filter((each) => each.template_title.toLowerCase().includes(searchTerm)) ?? [];
  const insert = ({ template_content }: Template) => {
    onInsert(template_content);
    setOpen(false);
  };
  return (
    <>
      <Dialog
        open={isOpen}
        title={t('tools.moreTemplates')}
        width={500}
        initialFocus="input, button"
        onCancel={() => setOpen(false)}
        onClosed={onClosed}
      >
        <div className={styles.body}>
          {list.isPending && <Skeleton shape="rows" />}
          {list.error && <LoadError error={list.error} onRetry={() => void list.refetch()} />}
          {list.data?.length === 0 && (
            <div role="alert">
              <EmptyState title={t('tools.noTemplates')}>{t('tools.noTemplatesText')}</EmptyState>
            </div>
          )}
          {list.data && list.data.length > 0 && (
            <>
              <SearchInput label={t('tools.searchTemplates')} value={keyword} onText={setKeyword} />
              <ul className={styles.list}>
                {matches.map((template) => (
                  <TemplateRow
                    key={template.id}
                    template={template}
                    onInsert={insert}
                    onDelete={setDeleting}
                  />
                ))}
              </ul>
              {matches.length === 0 && <p className={styles.none}>{t('tools.noneFound')}</p>}
            </>
          )}
        </div>
      </Dialog>
      {deleting && <DeleteTemplate template={deleting} onClosed={() => setDeleting(undefined)} />}
    </>
  );
}

interface TemplateRowProps {
  template: Template;
  onInsert: (template: Template) => void;
  onDelete: (template: Template) => void;
}

function TemplateRow({ template, onInsert, onDelete }: TemplateRowProps) {
  const { t } = useText();
  const title = template.template_title;
  return (
    <li className={styles.row}>
      <span className={styles.title}>
        {title}
        <small>
          <Time value={template.addtime} />
        </small>
      </span>
      <Button
        size="small"
        aria-label={t('tools.insertTemplate', { title })}
        onClick={() => onInsert(template)}
      >
        {t('tools.insert')}
      </Button>
      <IconButton
        danger
        label={t('tools.deleteTemplate', { title })}
        onClick={() => onDelete(template)}
      >
        <Trash2 />
      </IconButton>
    </li>
  );
}
