import type { EditorView } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { createSource, renameSource } from './create-source.ts';
import { takePictures } from '../attachments/take-pictures.ts';
import { usePhrases } from './phrases.ts';
import styles from './source-pane.module.css';

interface SourcePaneProps {
  /** What the editor begins with; later it alone knows the text. */
  text: string;
  isShown: boolean;
  onReady: (view: EditorView | null) => void;
  /** Puts a picture on the server and answers its address. */
  onPicture: (picture: File) => Promise<string>;
  onChange: () => void;
  onCursor: () => void;
}

export function SourcePane(props: SourcePaneProps) {
  const { t } = useText();
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const phrases = usePhrases();
  const label = t('editor.source');
  const waiting = (name: string) => t('attachment.uploading', { name });
  const given = useRef({ ...props, phrases, label, waiting });
  useEffect(() => {
    given.current = { ...props, phrases, label, waiting };
  });

  useEffect(() => {
    if (!host.current) return;
    const { text, onReady } = given.current;
    const made = createSource({
      parent: host.current,
      text,
      label: given.current.label,
      phrases: given.current.phrases,
      more: takePictures({
        send: (picture) => given.current.onPicture(picture),
        waiting: (name) => given.current.waiting(name),
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
