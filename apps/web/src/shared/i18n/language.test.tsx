import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { initialLanguage, loadTexts } from './language.ts';
import { TextsProvider, useLanguage, useText } from './texts.tsx';

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe('the initial language', () => {
  it.each([
    [['fr', 'zh-TW', 'en'], 'zh-cn'],
    [['en-GB', 'zh'], 'en'],
    [['de'], 'en'],
  ] as const)('of a browser that prefers %o is %s', (languages, expected) => {
    vi.stubGlobal('navigator', { languages });
    expect(initialLanguage()).toBe(expected);
  });

  it('is the saved language if there is one', () => {
    vi.stubGlobal('navigator', { languages: ['en'] });
    localStorage.setItem('octavo.language', 'zh-cn');
    expect(initialLanguage()).toBe('zh-cn');
    localStorage.setItem('octavo.language', 'xx');
    expect(initialLanguage()).toBe('en');
  });

  it('is the language that the server has set in the document', () => {
    vi.stubGlobal('navigator', { languages: ['en'] });
    localStorage.setItem('octavo.language', 'en');
    document.documentElement.dataset['language'] = 'zh-cn';
    expect(initialLanguage()).toBe('zh-cn');
    delete document.documentElement.dataset['language'];
  });
});

function Sample() {
  const { t, rich } = useText();
  const { choose } = useLanguage();
  return (
    <>
      <button type="button" onClick={() => void choose('zh-cn')}>
        {t('shell.logOut')}
      </button>
      <p>{t('states.timeout', { seconds: 20 })}</p>
      <p>{rich('states.serverNumber', { number: <b>7F31</b> })}</p>
    </>
  );
}

it('a chosen language changes all texts and the document language and is saved', async () => {
  render(
    <TextsProvider first={await loadTexts('en')} load={loadTexts}>
      <Sample />
    </TextsProvider>,
  );
  expect(document.documentElement.lang).toBe('en');
  expect(screen.getByText('The server did not respond within 20 seconds')).toBeTruthy();
  expect(screen.getByText('7F31').tagName).toBe('B');

  screen.getByRole('button', { name: 'Log out' }).click();
  expect(await screen.findByRole('button', { name: '退出登录' })).toBeTruthy();
  expect(screen.getByText('服务器在 20 秒内没有响应')).toBeTruthy();
  expect(document.documentElement.lang).toBe('zh-CN');
  expect(localStorage.getItem('octavo.language')).toBe('zh-cn');
});
