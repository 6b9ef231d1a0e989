import { useMemo } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';

/** The texts of CodeMirror in the interface language. */
export function useCodeMirrorPhrases(): Readonly<Record<string, string>> {
  const { t } = useText();
  return useMemo(
    () => ({
      Find: t('editor.find'),
      Replace: t('editor.replaceWith'),
      next: t('editor.findNext'),
      previous: t('editor.findPrevious'),
      all: t('editor.findAll'),
      'match case': t('editor.matchCase'),
      regexp: t('editor.regexp'),
      'by word': t('editor.byWord'),
      replace: t('editor.replace'),
      'replace all': t('editor.replaceAll'),
      close: t('shell.close'),
      'current match': t('editor.currentMatch'),
      'on line': t('editor.onLine'),
      'replaced $ matches': t('editor.replacedMatches'),
      'replaced match on line $': t('editor.replacedOnLine'),
      'Go to line': t('editor.goToLine'),
      go: t('editor.go'),
      'Selection deleted': t('editor.selectionDeleted'),
      'row moved to place $': t('editor.rowMoved'),
      'column moved to place $': t('editor.columnMoved'),
      'rows sorted': t('editor.rowsSorted'),
    }),
    [t],
  );
}
