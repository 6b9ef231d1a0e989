import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { Providers } from './app/providers.tsx';
import { createRouter } from './app/routes.tsx';
import { initialLanguage, loadTexts } from './shared/i18n/language.ts';
import './shared/ui/tokens.css';
import './shared/ui/base.css';

const root = document.querySelector('#root');
if (!root) throw new Error('index.html has no #root');

// The router starts loading the screen's chunk while the texts are still loading.
const texts = loadTexts(initialLanguage());
const router = createRouter();

createRoot(root).render(
  <StrictMode>
    <Providers first={await texts}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);
