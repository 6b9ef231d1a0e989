import { QueryClientProvider } from '@tanstack/react-query';
import { LucideProvider } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { createQueryClient } from '../shared/api/query-client.ts';
import { loadTexts, type LoadedTexts } from '../shared/i18n/language.ts';
import { TextsProvider } from '../shared/i18n/texts.tsx';

export function Providers({ first, children }: { first: LoadedTexts; children: ReactNode }) {
  const [queries] = useState(createQueryClient);
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
