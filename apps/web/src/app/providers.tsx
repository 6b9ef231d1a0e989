import { QueryClientProvider } from '@tanstack/react-query';
import { LucideProvider } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { createQueryClient } from '../shared/api/query-client.ts';
import { loadTexts, type LoadedTexts } from '../shared/i18n/language.ts';
import { TextsProvider } from '../shared/i18n/texts.tsx';

export function Providers({ first, children }: { first: LoadedTexts; children: ReactNode }) {
  const [queries] = useState(createQueryClient);
  useEffect(() => {
    // Back may show the screen as it was left: before an edit, or before a logout.
    const onPageShow = ({ persisted }: PageTransitionEvent) =>
      persisted && void queries.invalidateQueries();
    addEventListener('pageshow', onPageShow);
    return () => removeEventListener('pageshow', onPageShow);
  }, [queries]);
  return (
    <QueryClientProvider client={queries}>
      <TextsProvider first={first} load={loadTexts}>
        <LucideProvider size={16} strokeWidth={1.75}>
          {children}
        </LucideProvider>
      </TextsProvider>
    </QueryClientProvider>
  );
}
