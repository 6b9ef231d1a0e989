import type { EditorView } from '@codemirror/view';
import { live as en } from '@octavo/texts/en/live';
import { live as zhCn } from '@octavo/texts/zh-cn/live';
import { useLayoutEffect, useMemo } from 'react';
import { AdditionalTexts } from '../../../shared/i18n/additional-texts.tsx';
import { useText } from '../../../shared/i18n/texts.tsx';
import type { InsertController } from '../insert/insert-controller.ts';
import { setDisplay } from '../source/create-source-view.ts';
import { BlockButtons } from './block-buttons.tsx';
import { createGutter } from './gutter.ts';
import { liveExtension } from './live-extension.ts';
import { liveLabels } from './live-labels.ts';

const tables = { en: { live: en }, 'zh-cn': { live: zhCn } };

export interface LiveViewProps {
  view: EditorView;
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

function LiveDisplay({ view, insert, pageUrl }: LiveViewProps) {
  const { t } = useText();
  const { extension, gutter } = useMemo(() => {
    const live = liveExtension(liveLabels(t), () => insert.session() !== null);
    const placed = createGutter(live.field);
    return { extension: [live.extension, placed.extension], gutter: placed };
  }, [t, insert]);
  useLayoutEffect(() => {
    setDisplay(view, extension);
    return () => setDisplay(view);
  }, [view, extension]);
  return <BlockButtons view={view} gutter={gutter} insert={insert} pageUrl={pageUrl} />;
}
