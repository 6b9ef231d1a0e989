import { paths } from '@octavo/contract/paths';
import type { ComponentType } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { loadLanding } from '../features/landing/load-landing.ts';
import { ErrorScreen } from './error-screen.tsx';
import { NotFoundScreen } from './not-found.screen.tsx';
import { FirstLoad, RootLayout } from './root-layout.tsx';

/** Every screen and frame is a chunk of its own; Ant Design comes with the workspace only. */
const lazy = (load: () => Promise<ComponentType>) => ({ Component: load });

/** Fresh objects for each router: it writes into them what it has loaded. */
export const createRoutes = (): RouteObject[] => [
  {
    Component: RootLayout,
    HydrateFallback: FirstLoad,
    ErrorBoundary: ErrorScreen,
    children: [
      {
        path: paths.landing.pattern,
        loader: loadLanding,
        lazy: lazy(
          async () => (await import('../features/landing/landing.screen.tsx')).LandingScreen,
        ),
      },
      {
        lazy: lazy(async () => (await import('./account-layout.tsx')).AccountLayout),
        children: [],
      },
      {
        lazy: lazy(async () => (await import('./workspace-layout.tsx')).WorkspaceLayout),
        children: [
          {
            path: paths.myItems.pattern,
            lazy: lazy(
              async () => (await import('../features/my-items/my-items.screen.tsx')).MyItemsScreen,
            ),
          },
        ],
      },
      { path: '*', Component: NotFoundScreen },
    ],
  },
];

export function createRouter() {
  return createBrowserRouter(createRoutes());
}
