import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Form } from './form.tsx';

afterEach(cleanup);

it('opens what hides the first wrong field, which gets the focus', () => {
  render(
    <Form fieldErrors={{ touchAll: () => {}, hasErrors: true }} onSend={() => {}}>
      <details data-testid="outer">
        <details data-testid="inner">
          <input aria-label="Path" aria-invalid />
        </details>
        <details data-testid="other" />
      </details>
      <button type="submit">Save</button>
    </Form>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  const isOpen = (name: string) => screen.getByTestId<HTMLDetailsElement>(name).open;
  expect(['outer', 'inner', 'other'].filter((name) => isOpen(name))).toEqual(['outer', 'inner']);
  expect(document.activeElement).toBe(screen.getByLabelText('Path'));
});
