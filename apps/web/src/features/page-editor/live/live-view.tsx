import type { EditorView } from '@codemirror/view';
import { live as en } from '@octavo/texts/en/live';
import { live as zhCn } from '@octavo/texts/zh-cn/live';
import { useLayoutEffect, useMemo, useState } from 'react';
import { AdditionalTexts } from '../../../shared/i18n/additional-texts.tsx';
import { useText } from '../../../shared/i18n/texts.tsx';
import type { FileUploads } from '../attachments/upload-files.ts';
import { createEmitter, type Emitter } from '../emitter.ts';
import type { InsertController } from '../insert/insert-controller.ts';
import { setDisplay } from '../source/create-source-view.ts';
import { BlockButtons } from './block-buttons.tsx';
import { createGutter } from './gutter.ts';
import { liveExtension } from './live-extension.ts';
import { LiveImage } from './live-image.tsx';
import { liveLabels } from './live-labels.ts';

const tables = { en: { live: en }, 'zh-cn': { live: zhCn } };

export interface LiveViewProps {
  view: EditorView;
  changes: Emitter;
  uploads: FileUploads;
  insert: InsertController;
  /** The URL of the page in the reader; undefined for a page that was not saved yet. */
  pageUrl: string | undefined;
}

/** Shows the text of the editor in Live mode while it is mounted. */
export function LiveView(props: LiveViewProps) {
  return (
    <AdditionalTexts tables={tables}>
      <LiveDisplay {...props} />
    </AdditionalTexts>
  );
}

function LiveDisplay({ view, changes, uploads, insert, pageUrl }: LiveViewProps) {
  const { t } = useText();
  const [selections] = useState(createEmitter);
  const { extension, gutter } = useMemo(() => {
    const live = liveExtension({
      labels: liveLabels(t),
      selections,
      isMenuOpen: () => insert.session() !== null,
    });
    const placed = createGutter(live.field);
    return { extension: [live.extension, placed.extension], gutter: placed };
  }, [t, insert, selections]);
  useLayoutEffect(() => {
    setDisplay(view, extension);
    return () => setDisplay(view);
  }, [view, extension]);
  return (
    <>
      <BlockButtons view={view} gutter={gutter} insert={insert} pageUrl={pageUrl} />
      <LiveImage view={view} changes={changes} selections={selections} uploads={uploads} />
    </>
  );
}
