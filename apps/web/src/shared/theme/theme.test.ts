import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { beforeEach, describe, expect, it, vi } from 'vitest';

const beforePaint = readFileSync(join(import.meta.dirname, '../../../public/theme.js'), 'utf8');
const html = document.documentElement;

function stubSystem(dark: boolean) {
  const query = Object.assign(new EventTarget(), { matches: dark });
  vi.stubGlobal('matchMedia', () => query);
  return query;
}

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
});

describe('the theme', () => {
  it.each([
    [undefined, true, 'dark'],
    [undefined, false, 'light'],
    ['dark', false, 'dark'],
    ['light', true, 'light'],
  ])(
    'for the setting %s on a dark system (%s) is %s, before and after the app starts',
    async (choice, dark, expected) => {
      stubSystem(dark);
      if (choice) localStorage.setItem('octavo.theme', choice);
      runInThisContext(beforePaint);
      expect(html.dataset['theme']).toBe(expected);
      const { chooseTheme } = await import('./theme.ts');
      chooseTheme(choice === 'dark' || choice === 'light' ? choice : 'system');
      expect(html.dataset['theme']).toBe(expected);
    },
  );

  it('follows the system while the setting is "system"', async () => {
    const system = stubSystem(false);
    const { chooseTheme } = await import('./theme.ts');
    chooseTheme('system');
    system.matches = true;
    system.dispatchEvent(new Event('change'));
    expect(html.dataset['theme']).toBe('dark');
    chooseTheme('light');
    expect(html.dataset['theme']).toBe('light');
    expect(localStorage.getItem('octavo.theme')).toBe('light');
  });
});
