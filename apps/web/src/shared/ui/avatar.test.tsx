import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Person } from '../people/person.tsx';
import { Avatar } from './avatar.tsx';

it('shows the same avatar with and without the name of the user', () => {
  const avatar = (node: React.ReactNode) => {
    const found = render(node).container.querySelector<HTMLElement>('[aria-hidden]');
    return [found?.textContent, found?.getAttribute('style')];
  };
  const alone = avatar(<Avatar username="wang.jing" />);
  expect(alone[0]).toBe('WJ');
  expect(avatar(<Person username="wang.jing" name="王静" />)).toEqual(alone);
});
