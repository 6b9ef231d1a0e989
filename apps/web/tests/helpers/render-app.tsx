import { act, configure, render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { Providers } from '../../src/app/providers.tsx';
import { createRoutes } from '../../src/app/routes.tsx';
import { loadTexts } from '../../src/shared/i18n/language.ts';

// Screens are lazy chunks; the first one of a test file also loads the libraries of the workspace.
configure({ asyncUtilTimeout: 60_000 });
// happy-dom has no popovers.
Object.assign(HTMLElement.prototype, { hidePopover() {} });

/** Renders the whole application at an address, with its real providers and routes. */
export async function renderApp(address: string) {
  const router = createMemoryRouter(createRoutes(), { initialEntries: [address] });
  const first = await loadTexts('en');
  await act(async () => {
    render(
      <Providers first={first}>
        <RouterProvider router={router} />
      </Providers>,
    );
  });
  return router;
}
