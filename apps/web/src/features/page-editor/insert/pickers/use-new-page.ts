import { calls } from '@octavo/contract';
import type { CallInput } from '@octavo/contract/define-call';
import { call } from '../../../../shared/api/call.ts';
import { NetworkError } from '../../../../shared/api/call-error.ts';
import { isLoginNeeded, useErrorText } from '../../../../shared/api/error-text.ts';
import { randomId } from '../../../../shared/autosave/random-id.ts';
import { useText } from '../../../../shared/i18n/texts.tsx';
import { showToast } from '../../../../shared/ui/toast-store.ts';
import type { InsertMenuProps } from '../insert-menu-props.ts';
import type { MenuFrame } from '../menu/option-menu.tsx';
import { replaceMark } from '../replace-mark.ts';
import { pageLink } from './page-link.ts';

type NewPage = CallInput<typeof calls.page.save> & { readonly page_title: string };

/** Creates an empty page and replaces the mark with a link to it. The user can continue to write meanwhile. */
export function useNewPage({
  controller,
  view,
  session,
  item_id,
  cat_id,
}: InsertMenuProps & MenuFrame) {
  const { t } = useText();
  const errorText = useErrorText();
  return (page_title: string) => {
    const { from, to } = session;
    const mark = view.state.sliceDoc(from, to);
    const { range, stop } = controller.track({ from, to });
    const send = async (input: NewPage) => {
      try {
        const { page_id } = await call(calls.page.save, input);
        stop();
        // The user may have changed the mark meanwhile; the page exists, but the text is theirs.
        if (view.state.sliceDoc(range.from, range.to) === mark)
          replaceMark(view, range, pageLink(page_id, page_title));
        showToast({ kind: 'done', text: t('insert.pageAdded', { title: page_title }) });
      } catch (error) {
        if (isLoginNeeded(error)) return;
        // With the same request id a repeated request never creates a second page.
        const retry = { label: t('shell.retry'), run: () => void send(input) };
        showToast({
          kind: 'error',
          text: errorText(error),
          ...(error instanceof NetworkError && { action: retry }),
        });
      }
    };
    controller.close();
    void send({
      page_id: 0,
      item_id,
      cat_id,
      page_title,
      page_content: '',
      request_id: randomId(),
    });
  };
}
