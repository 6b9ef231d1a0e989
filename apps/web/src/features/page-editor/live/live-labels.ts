import type { useText } from '../../../shared/i18n/texts.tsx';

type Translate = ReturnType<typeof useText>['t'];

/** The texts of drawn blocks in the interface language. */
export function liveLabels(t: Translate) {
  return {
    table: t('live.table'),
    column: (number: number) => t('live.column', { number }),
    cell: (column: string, row: number) => t('live.cell', { column, row }),
    headerCell: (column: string) => t('live.headerCell', { column }),
    addRow: t('live.addRow'),
    addColumn: t('live.addColumn'),
    code: t('live.code'),
    codeOf: (language: string) => t('live.codeOf', { language }),
    diagram: t('live.diagram'),
    formula: t('live.formula'),
    image: t('live.image'),
    imageOf: (name: string) => t('live.imageOf', { name }),
    imageSelected: (name: string) =>
      t('live.imageSelected', {
        image: name === '' ? t('live.image') : t('live.imageOf', { name }),
      }),
    callout: t('live.callout'),
    endpoint: t('live.endpoint'),
    rule: t('live.rule'),
    task: (name: string) => t('live.task', { name }),
    html: t('live.html'),
    toc: t('live.toc'),
    formulaFailed: t('live.formulaFailed'),
    notDrawn: t('live.notDrawn'),
    diagramFailed: t('reader.diagramFailed'),
  };
}

export type LiveLabels = ReturnType<typeof liveLabels>;
