import { paths } from '@octavo/contract/paths';
import { apiDocumentTemplate } from '@octavo/markdown/templates/api-document';
import { databaseDocumentTemplate } from '@octavo/markdown/templates/database-document';
import {
  BookmarkPlus,
  Braces,
  Database,
  Files,
  FlaskConical,
  LayoutTemplate,
  SendHorizontal,
  Sheet,
  Table2,
  Webhook,
  Wrench,
} from 'lucide-react';
import { useEffect } from 'react';
import { useLanguage, useText } from '../../../shared/i18n/texts.tsx';
import { subscribeExamples } from '../../../shared/pages/example-channel.ts';
import { Button, ButtonLink } from '../../../shared/ui/button.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import type { EditorHandle } from '../source/create-editor-handle.ts';
import { FormatDialog } from './format/format-dialog.tsx';
import type { FormatToolName } from './format/use-format-tools.ts';
import { MockDialog } from './mock/mock-dialog.tsx';
import { SaveTemplateDialog } from './templates/save-template-dialog.tsx';
import { TemplatesDialog } from './templates/templates-dialog.tsx';
import { ToolMenu } from './tool-menu.tsx';

interface EditorToolsProps {
  handle: EditorHandle;
  item_id: number;
  /** 0 until the first save. */
  page_id: number;
  title: string;
  openTool: EditorTool | undefined;
  onTool: (tool: EditorTool | undefined) => void;
}

/** A tool with a dialog. */
export type EditorTool = FormatToolName | 'templates' | 'saveTemplate' | 'mock';

const formatTools = [
  { name: 'jsonToTable', icon: <Table2 /> },
  { name: 'beautifyJson', icon: <Braces /> },
  { name: 'tabToTable', icon: <Sheet /> },
  { name: 'sqlToTable', icon: <Database /> },
] as const satisfies readonly { name: FormatToolName; icon: unknown }[];

/** The toolbar tools beyond text formatting: templates, format tools, mocks and HTTP tests. */
export function EditorTools(props: EditorToolsProps) {
  const { handle, item_id, page_id, title, openTool, onTool } = props;
  const { t } = useText();
  const { language } = useLanguage();
  const close = () => onTool(undefined);
  useEffect(
    () =>
      subscribeExamples((example) => {
        if (page_id > 0 && example.page_id === page_id) handle.add(example.text);
      }),
    [handle, page_id],
  );
  const addTemplate = (text: string) => {
    handle.addTemplate(text);
    handle.focus();
  };
  return (
    <>
      <ToolMenu
        label={t('tools.templates')}
        icon={<LayoutTemplate />}
        entries={[
          {
            label: t('tools.apiTemplate'),
            help: t('tools.apiTemplateHelp'),
            icon: <Webhook />,
            run: () => addTemplate(apiDocumentTemplate(language)),
          },
          {
            label: t('tools.databaseTemplate'),
            help: t('tools.databaseTemplateHelp'),
            icon: <Database />,
            run: () => addTemplate(databaseDocumentTemplate(language)),
          },
          {
            label: t('tools.moreTemplates'),
            icon: <Files />,
            run: () => onTool('templates'),
          },
          {
            label: t('tools.saveAsTemplate'),
            icon: <BookmarkPlus />,
            run: () => onTool('saveTemplate'),
          },
        ]}
      />
      <ToolMenu
        label={t('tools.formatTools')}
        icon={<Wrench />}
        entries={formatTools.map(({ name, icon }) => ({
          label: t(`tools.${name}`),
          icon,
          run: () => onTool(name),
        }))}
      />
      {language === 'zh-cn' && (
        <Button
          variant="quiet"
          size="small"
          icon={<FlaskConical />}
          onClick={() =>
            page_id > 0 ? onTool('mock') : showToast({ kind: 'error', text: t('tools.saveFirst') })
          }
        >
          {t('tools.mock')}
        </Button>
      )}
      {language === 'zh-cn' && (
        <ButtonLink
          variant="quiet"
          size="small"
          icon={<SendHorizontal />}
          to={paths.httpTest.href({ item_id }, page_id > 0 ? { page_id } : {})}
          // A separate document, because only its content security policy allows requests to other origins.
          target="_blank"
        >
          {t('httpTest.open')}
        </ButtonLink>
      )}
      {openTool === 'mock' && <MockDialog item_id={item_id} page_id={page_id} onClosed={close} />}
      {openTool === 'templates' && (
        <TemplatesDialog onInsert={handle.addTemplate} onClosed={close} />
      )}
      {openTool === 'saveTemplate' && (
        <SaveTemplateDialog title={title} text={handle.wholeText()} onClosed={close} />
      )}
      {formatTools.map(
        ({ name }) =>
          openTool === name && (
            <FormatDialog
              key={name}
              tool={name}
              text={handle.selectedText()}
              onInsert={handle.insert}
              onClosed={close}
            />
          ),
      )}
    </>
  );
}
