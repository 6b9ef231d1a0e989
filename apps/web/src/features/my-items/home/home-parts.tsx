import type { ComponentType } from 'react';
import { AdditionalTexts } from '../../../shared/i18n/additional-texts.tsx';
import { ChangesRow as PlainRow } from './changes-row.tsx';
import { HomeColumn as PlainColumn } from './home-column.tsx';
import { HomeList as PlainList } from './home-list.tsx';
import { homeTexts } from './home-texts.ts';

/** Everything beside the items, with its texts, in one chunk that is loaded after them. */

function withTexts<P extends object>(Part: ComponentType<P>) {
  return function PartWithTexts(props: P) {
    return (
      <AdditionalTexts tables={homeTexts}>
        <Part {...props} />
      </AdditionalTexts>
    );
  };
}

export const HomeColumn = withTexts(PlainColumn);
export const HomeList = withTexts(PlainList);
export const ChangesRow = withTexts(PlainRow);
export { CountDrafts } from './use-open-drafts.ts';
