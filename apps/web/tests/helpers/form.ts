import { act, fireEvent, screen, within } from '@testing-library/react';

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

/** Clicks a button and returns the queries of the dialog that it opens. */
export async function openDialog(button: string) {
  fireEvent.click(await screen.findByRole('button', { name: button }));
  return within(await screen.findByRole('dialog'));
}
