import { paths, type Path } from '@octavo/contract/paths';
import type { ComponentType } from 'react';
import { createBrowserRouter, redirectDocument, type RouteObject } from 'react-router';
import { loadLanding } from '../features/landing/load-landing.ts';
import { ErrorScreen } from './error-screen.tsx';
import { NotFoundScreen } from './not-found.screen.tsx';
import { FirstLoad, RootLayout } from './root-layout.tsx';

type Load = () => Promise<ComponentType>;

/** Each screen and layout is a separate chunk; only the workspace loads Base UI. */
function screen(path: Path<`/${string}`>, load: Load, more: Pick<RouteObject, 'loader'> = {}) {
  return { path: path.pattern, lazy: { Component: load }, ...more };
}

function frame(load: Load, children: RouteObject[]): RouteObject {
  return { lazy: { Component: load }, children };
}

/**
 * The server renders these pages, so navigating to them loads a new document. If the application itself was served
 * at such a URL by mistake, it shows "not found" instead of redirecting in a loop.
 */
function readerPage({ pattern }: Path<`/${string}`>): RouteObject {
  return {
    path: pattern,
    Component: NotFoundScreen,
    loader: ({ request }) => (request.url === location.href ? null : redirectDocument(request.url)),
  };
}

/** New objects for each router, because the router mutates them. */
const screens = (): RouteObject[] => [
  screen(
    paths.landing,
    async () => (await import('../features/landing/landing.screen.tsx')).LandingScreen,
    { loader: loadLanding },
  ),
  screen(
    paths.itemPassword,
    async () =>
      (await import('../features/item-password/item-password.screen.tsx')).ItemPasswordScreen,
  ),
  screen(paths.diffPage, async () => (await import('../features/diff/diff.screen.tsx')).DiffScreen),
  frame(
    async () => (await import('./account-layout.tsx')).AccountLayout,
    [
      screen(
        paths.login,
        async () => (await import('../features/login/login.screen.tsx')).LoginScreen,
      ),
      screen(
        paths.register,
        async () => (await import('../features/register/register.screen.tsx')).RegisterScreen,
      ),
      screen(
        paths.resetPassword,
        async () =>
          (await import('../features/reset-password/reset-password.screen.tsx'))
            .ResetPasswordScreen,
      ),
      screen(
        paths.resetPasswordByUrl,
        async () =>
          (await import('../features/reset-password/reset-by-url.screen.tsx')).ResetByUrlScreen,
      ),
      screen(
        paths.verifyEmail,
        async () =>
          (await import('../features/verify-email/verify-email.screen.tsx')).VerifyEmailScreen,
      ),
      screen(
        paths.invitation,
        async () => (await import('../features/invitation/invitation.screen.tsx')).InvitationScreen,
      ),
      screen(
        paths.setUpSecondFactor,
        async () =>
          (await import('../features/set-up-second-factor/set-up-second-factor.screen.tsx'))
            .SetUpSecondFactorScreen,
      ),
      screen(
        paths.setup,
        async () => (await import('../features/setup/setup.screen.tsx')).SetupScreen,
      ),
    ],
  ),
  frame(
    async () => (await import('./workspace-layout.tsx')).WorkspaceLayout,
    [
      screen(
        paths.myItems,
        async () => (await import('../features/my-items/my-items.screen.tsx')).MyItemsScreen,
      ),
      screen(
        paths.addItem,
        async () => (await import('../features/add-item/add-item.screen.tsx')).AddItemScreen,
      ),
      screen(
        paths.importTask,
        async () => (await import('../features/import/import.screen.tsx')).ImportScreen,
      ),
      screen(
        paths.itemSetting,
        async () =>
          (await import('../features/item-setting/item-setting.screen.tsx')).ItemSettingScreen,
      ),
      screen(
        paths.exportItem,
        async () =>
          (await import('../features/export-item/export-item.screen.tsx')).ExportItemScreen,
      ),
      screen(
        paths.itemGroups,
        async () => (await import('../features/item-group/item-group.screen.tsx')).ItemGroupScreen,
      ),
      screen(
        paths.catalogs,
        async () => (await import('../features/catalog/catalog.screen.tsx')).CatalogScreen,
      ),
      screen(
        paths.teams,
        async () => (await import('../features/team/team.screen.tsx')).TeamScreen,
      ),
      screen(
        paths.teamMembers,
        async () =>
          (await import('../features/team-member/team-member.screen.tsx')).TeamMemberScreen,
      ),
      screen(
        paths.teamItems,
        async () => (await import('../features/team-item/team-item.screen.tsx')).TeamItemScreen,
      ),
      screen(
        paths.attachments,
        async () => (await import('../features/attachment/attachment.screen.tsx')).AttachmentScreen,
      ),
      screen(
        paths.admin,
        async () => (await import('../features/admin/admin.screen.tsx')).AdminScreen,
      ),
      screen(
        paths.search,
        async () => (await import('../features/search/search.screen.tsx')).SearchScreen,
      ),
      screen(
        paths.notices,
        async () => (await import('../features/notice/notice.screen.tsx')).NoticeScreen,
      ),
      screen(
        paths.userDrafts,
        async () => (await import('../features/drafts/drafts.screen.tsx')).DraftsScreen,
      ),
      screen(
        paths.userSetting,
        async () =>
          (await import('../features/user-setting/user-setting.screen.tsx')).UserSettingScreen,
      ),
    ],
  ),
  frame(
    async () => (await import('./writing-layout.tsx')).WritingLayout,
    [
      screen(
        paths.editPage,
        async () =>
          (await import('../features/page-editor/page-editor.screen.tsx')).PageEditorScreen,
      ),
      screen(
        paths.httpTest,
        async () => (await import('../features/http-test/http-test.screen.tsx')).HttpTestScreen,
      ),
    ],
  ),
  ...[paths.item, paths.itemPage, paths.page, paths.sharedPage].map(readerPage),
  { path: '*', Component: NotFoundScreen },
];

export const createRoutes = (): RouteObject[] => [
  {
    Component: RootLayout,
    HydrateFallback: FirstLoad,
    ErrorBoundary: ErrorScreen,
    children: [{ ErrorBoundary: ErrorScreen, children: screens() }],
  },
];

export function createRouter() {
  return createBrowserRouter(createRoutes());
}
