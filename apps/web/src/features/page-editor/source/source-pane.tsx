import type { EditorView } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { createSource, renameSource } from './create-source.ts';
import { takeFiles, type FileUploads } from '../attachments/take-files.ts';
import { usePhrases } from './phrases.ts';
import styles from './source-pane.module.css';

interface SourcePaneProps {
  /** The initial text; afterwards CodeMirror holds the current one. */
  text: string;
  isShown: boolean;
  onReady: (view: EditorView | null) => void;
  uploads: FileUploads;
  onChange: () => void;
  onCursor: () => void;
}

export function SourcePane(props: SourcePaneProps) {
  const { t } = useText();
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const phrases = usePhrases();
  const label = t('editor.source');
  const given = useRef({ ...props, phrases, label });
  useEffect(() => {
    given.current = { ...props, phrases, label };
  });

  useEffect(() => {
    if (!host.current) return;
    const { text, onReady } = given.current;
    const made = createSource({
      parent: host.current,
      text,
      label: given.current.label,
      phrases: given.current.phrases,
      more: takeFiles({
        send: (file, kind) => given.current.uploads.send(file, kind),
        waiting: (name) => given.current.uploads.waiting(name),
        offer: (files) => given.current.uploads.offer(files),
      }),
      onChange: () => given.current.onChange(),
      onCursor: () => given.current.onCursor(),
    });
    view.current = made;
    onReady(made);
    return () => {
      view.current = null;
      onReady(null);
      made.destroy();
    };
  }, []);

  useEffect(() => {
    if (view.current) renameSource(view.current, { label, phrases });
  }, [label, phrases]);

  return <div ref={host} className={styles.source} hidden={!props.isShown} />;
}
