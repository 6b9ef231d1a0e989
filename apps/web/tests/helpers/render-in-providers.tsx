import { configure, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Providers } from '../../src/app/providers.tsx';
import { loadTexts } from '../../src/shared/i18n/language.ts';

// Lazy chunks take long to load.
configure({ asyncUtilTimeout: 60_000 });

/** Renders a part of a screen with the real providers of the application. */
export async function renderInProviders(children: ReactNode): Promise<void> {
  render(<Providers first={await loadTexts('en')}>{children}</Providers>);
}
