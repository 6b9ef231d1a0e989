import type { Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { createSourceView, updateLocale } from './create-source-view.ts';
import { fileUploadHandlers, type FileUploads } from '../attachments/upload-files.ts';
import { useCodeMirrorPhrases } from './phrases.ts';
import styles from './source-pane.module.css';

interface SourcePaneProps {
  /** The initial text; afterwards CodeMirror holds the current one. */
  text: string;
  isShown: boolean;
  onReady: (view: EditorView | null) => void;
  uploads: FileUploads;
  /** The triggers of the insert menus. */
  insertExtension: Extension;
  /** Follows the table at the cursor. */
  tableExtension: Extension;
  onChange: () => void;
  onCursor: () => void;
}

export function SourcePane(props: SourcePaneProps) {
  const { t } = useText();
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const phrases = useCodeMirrorPhrases();
  const label = t('editor.source');
  const hint = t('editor.emptyHint');
  const latest = useRef({ ...props, phrases, label, hint });
  useEffect(() => {
    latest.current = { ...props, phrases, label, hint };
  });

  useEffect(() => {
    if (!host.current) return;
    const { text, onReady } = latest.current;
    const newView = createSourceView({
      parent: host.current,
      text,
      label: latest.current.label,
      hint: latest.current.hint,
      phrases: latest.current.phrases,
      extraExtensions: [
        latest.current.insertExtension,
        latest.current.tableExtension,
        fileUploadHandlers({
          send: (file, kind) => latest.current.uploads.send(file, kind),
          reasonOf: (error, kind) => latest.current.uploads.reasonOf(error, kind),
          reportFailure: (reason) => latest.current.uploads.reportFailure(reason),
          placeholderText: (name) => latest.current.uploads.placeholderText(name),
          failedText: (name, reason) => latest.current.uploads.failedText(name, reason),
          failedLabels: () => latest.current.uploads.failedLabels(),
          offerTextFiles: (files) => latest.current.uploads.offerTextFiles(files),
        }),
      ],
      onChange: () => latest.current.onChange(),
      onCursor: () => latest.current.onCursor(),
    });
    view.current = newView;
    onReady(newView);
    return () => {
      view.current = null;
      onReady(null);
      newView.destroy();
    };
  }, []);

  useEffect(() => {
    if (view.current) updateLocale(view.current, { label, hint, phrases });
  }, [label, hint, phrases]);

  return <div ref={host} className={styles.source} hidden={!props.isShown} />;
}
