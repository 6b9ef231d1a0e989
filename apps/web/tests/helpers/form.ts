import { act, fireEvent, screen } from '@testing-library/react';

/** User actions on a form, by the visible labels. */

export function fillField(label: string, text: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
}

export function blurField(label: string): void {
  fireEvent.blur(screen.getByLabelText(label));
}

export async function clickButton(name: string): Promise<void> {
  await act(async () => screen.getByRole('button', { name }).click());
}
