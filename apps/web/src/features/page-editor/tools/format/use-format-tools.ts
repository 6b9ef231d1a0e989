import { codeBlock } from '@octavo/markdown/write-markdown';
import { useText } from '../../../../shared/i18n/texts.tsx';
import { beautifyJson } from './beautify-json.ts';
import { jsonToTable } from './json-to-table.ts';
import { sqlToTable } from './sql-to-table.ts';
import { tabToTable } from './tab-to-table.ts';

export type FormatToolName = 'jsonToTable' | 'beautifyJson' | 'tabToTable' | 'sqlToTable';

interface FormatTool {
  readonly title: string;
  /** The label of the input field. */
  readonly label: string;
  readonly failure: string;
  /** Returns undefined when the text cannot be converted. */
  readonly convert: (text: string) => string | undefined;
}

export function useFormatTools(): Readonly<Record<FormatToolName, FormatTool>> {
  const { t } = useText();
  const labels = {
    name: t('tools.name'),
    type: t('tools.type'),
    remark: t('tools.remark'),
    field: t('tools.field'),
    nullable: t('tools.nullable'),
    default: t('tools.default'),
    yes: t('tools.yes'),
    no: t('tools.no'),
    primaryKey: t('tools.primaryKey'),
  };
  return {
    jsonToTable: {
      title: t('tools.jsonToTable'),
      label: t('tools.json'),
      failure: t('tools.jsonFailed'),
      convert: (text) => jsonToTable(text, labels),
    },
    beautifyJson: {
      title: t('tools.beautifyJson'),
      label: t('tools.json'),
      failure: t('tools.jsonFailed'),
      // Text that is not JSON is returned unchanged.
      convert: (text) => {
        const pretty = beautifyJson(text);
        return pretty === text ? text : codeBlock(pretty, 'json');
      },
    },
    tabToTable: {
      title: t('tools.tabToTable'),
      label: t('tools.tabText'),
      failure: t('tools.noCells'),
      convert: tabToTable,
    },
    sqlToTable: {
      title: t('tools.sqlToTable'),
      label: t('tools.sql'),
      failure: t('tools.noTables'),
      convert: (text) => sqlToTable(text, { ...labels, remark: t('tools.comment') }),
    },
  };
}
