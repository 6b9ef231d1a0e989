import { useSyncExternalStore } from 'react';
import { readSetting, writeSetting } from '../device/storage.ts';

export const themeChoices = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

interface Theme {
  readonly choice: ThemeChoice;
  readonly dark: boolean;
}

/** Undefined during server-side rendering; public/theme.js sets the theme before the first paint. */
const systemDark = import.meta.env.SSR ? undefined : matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();
let theme = resolveTheme(storedChoice());

function storedChoice(): ThemeChoice {
  const stored = readSetting('theme');
  return themeChoices.find((choice) => choice === stored) ?? 'system';
}

function resolveTheme(choice: ThemeChoice): Theme {
  return { choice, dark: choice === 'system' ? systemDark?.matches === true : choice === 'dark' };
}

function applyTheme(choice: ThemeChoice): void {
  theme = resolveTheme(choice);
  document.documentElement.dataset['theme'] = theme.dark ? 'dark' : 'light';
  for (const listener of listeners) listener();
}

systemDark?.addEventListener('change', () => applyTheme(theme.choice));

export function toggleTheme(): void {
  chooseTheme(theme.dark ? 'light' : 'dark');
}

export function chooseTheme(choice: ThemeChoice): void {
  writeSetting('theme', choice);
  applyTheme(choice);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, () => theme);
}
