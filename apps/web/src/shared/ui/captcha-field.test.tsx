import { act, cleanup, render, screen } from '@testing-library/react';
import { createRef, useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { loadTexts } from '../i18n/language.ts';
import { TextsProvider } from '../i18n/texts.tsx';
import { CaptchaField, type CaptchaHandle } from './captcha-field.tsx';

const handle = createRef<CaptchaHandle>();

function Form() {
  const [code, setCode] = useState('7Km4');
  return <CaptchaField ref={handle} form="register" value={code} onText={setCode} />;
}

const source = () => screen.getByRole<HTMLImageElement>('img').src;

afterEach(cleanup);

it('refresh loads a new image, clears the field and focuses it', async () => {
  render(
    <TextsProvider first={await loadTexts('en')} load={loadTexts}>
      <Form />
    </TextsProvider>,
  );
  const field = screen.getByLabelText<HTMLInputElement>('Verification code');
  const first = source();
  expect(new URL(first).pathname).toBe('/api/common/verify');
  expect(new URL(first).searchParams.get('form')).toBe('register');

  act(() => handle.current?.refresh());
  expect(field.value).toBe('');
  expect(document.activeElement).toBe(field);
  const second = source();
  expect(second).not.toBe(first);

  act(() => screen.getByRole('button', { name: 'New image' }).click());
  expect(source()).not.toBe(second);
  act(() => screen.getByRole('img').click());
  expect(document.activeElement).toBe(field);
});
