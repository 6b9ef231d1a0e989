import { calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';
import { paths } from '@octavo/contract/paths';
import { ITEM_HOME, LOGIN_HOME } from '@octavo/contract/home-page';
import { redirect } from 'react-router';
import { call } from '../../shared/api/call.ts';

export type HomePageSetting = CallResponse<typeof calls.common.homePageSetting>;

/** Redirects before the first render in mode 2 (to the login) and mode 3 (to the configured item). */
export async function loadLanding(): Promise<HomePageSetting | Response> {
  const setting = await call(calls.common.homePageSetting, {});
  if (setting.home_page === LOGIN_HOME) return redirect(paths.login.href());
  if (setting.home_page === ITEM_HOME && setting.home_item !== '')
    return redirect(paths.item.href({ item: setting.home_item }));
  return setting;
}
