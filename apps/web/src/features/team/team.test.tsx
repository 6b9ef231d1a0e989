import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { account, stubAccountApi } from '../../../tests/helpers/account-api.ts';
import { clickButton, fillField, openDialog } from '../../../tests/helpers/form.ts';
import { renderApp } from '../../../tests/helpers/render-app.tsx';
import { errorResponse, okResponse } from '../../../tests/helpers/responses.ts';

const LIST = '/api/team/getList';
const SAVE = '/api/team/save';
const ATTORN = '/api/team/attorn';
const DELETE = '/api/team/delete';
const team = {
  id: 4,
  team_name: 'Harbor',
  memberCount: 2,
  itemCount: 1,
  addtime: '2026-03-14T14:32:00Z',
};

async function openTeams(replies: Parameters<typeof stubAccountApi>[0] = {}) {
  const sent = stubAccountApi({
    '/api/user/info': () => okResponse(account),
    [LIST]: () => okResponse([team]),
    ...replies,
  });
  await renderApp('/team/index');
  await screen.findByRole('heading', { level: 1, name: 'Teams' });
  return sent;
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('lists the teams with links to their members and items', async () => {
  await openTeams();
  const table = within(await screen.findByRole('table', { name: 'Teams' }));
  expect(table.getByText('Harbor')).toBeTruthy();
  expect(table.getByRole('link', { name: '2 members' }).getAttribute('href')).toBe(
    '/team/member/4',
  );
  expect(table.getByRole('link', { name: '1 item' }).getAttribute('href')).toBe('/team/item/4');
});

it('creates the first team once, and only with a name', async () => {
  const teams: object[] = [];
  const sent = await openTeams({
    [LIST]: () => okResponse(teams),
    [SAVE]: () => {
      teams.push(team);
      return okResponse(team);
    },
  });
  expect(await screen.findByRole('heading', { name: 'No teams yet' })).toBeTruthy();
  const dialog = await openDialog('Add team');
  const save = dialog.getByRole('button', { name: 'Save team' });
  fireEvent.click(save);
  expect(dialog.getByText('This field is required.')).toBeTruthy();
  expect(sent.bodiesOf(SAVE)).toEqual([]);

  fillField('Team name', 'Harbor');
  fireEvent.click(save);
  fireEvent.click(save);
  expect(await screen.findByText('“Harbor” saved')).toBeTruthy();
  expect(await screen.findByRole('table', { name: 'Teams' })).toBeTruthy();
  expect(sent.bodiesOf(SAVE)).toEqual([{ id: 0, team_name: 'Harbor' }]);
});

it('renames a team and shows an error without losing the name', async () => {
  const sent = await openTeams({ [SAVE]: () => errorResponse(10100, 'The name is too long') });
  const dialog = await openDialog('Rename Harbor');
  expect(screen.getByLabelText<HTMLInputElement>('Team name').value).toBe('Harbor');
  fillField('Team name', 'Quay');
  fireEvent.click(dialog.getByRole('button', { name: 'Save team' }));
  expect(await dialog.findByText('The name is too long')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Team name').value).toBe('Quay');
  expect(sent.bodiesOf(SAVE)).toEqual([{ id: 4, team_name: 'Quay' }]);
});

it('transfers a team; an unknown user is reported at the field', async () => {
  const replies = [errorResponse(10209, 'User not found')];
  const sent = await openTeams({ [ATTORN]: () => replies.shift() ?? okResponse({}) });
  const dialog = await openDialog('Transfer Harbor');
  const transfer = dialog.getByRole('button', { name: 'Transfer team' });
  fireEvent.click(transfer);
  expect(await dialog.findAllByText('This field is required.')).toHaveLength(1);
  expect(sent.bodiesOf(ATTORN)).toEqual([]);

  fillField('Username of the new owner', 'tomas');
  fireEvent.click(transfer);
  expect(await dialog.findByText('User not found')).toBeTruthy();
  fillField('Username of the new owner', 'tomas.kral');
  expect(dialog.queryByText('User not found')).toBeNull();
  fireEvent.click(dialog.getByRole('checkbox', { name: /^Also transfer my items/ }));
  fireEvent.click(transfer);
  expect(await screen.findByText('“Harbor” now belongs to tomas.kral')).toBeTruthy();
  expect(sent.bodiesOf(ATTORN).at(-1)).toMatchObject({
    team_id: 4,
    username: 'tomas.kral',
    with_items: true,
  });
});

it('deletes a team after confirmation, and cancelling deletes nothing', async () => {
  let teams = [team];
  const sent = await openTeams({
    [LIST]: () => okResponse(teams),
    [DELETE]: () => {
      teams = [];
      return okResponse({});
    },
  });
  const question = await openDialog('Delete Harbor');
  fireEvent.click(question.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent.bodiesOf(DELETE)).toEqual([]);

  const dialog = await openDialog('Delete Harbor');
  fireEvent.click(dialog.getByRole('button', { name: 'Delete team' }));
  expect(await screen.findByText('“Harbor” deleted')).toBeTruthy();
  expect(await screen.findByRole('heading', { name: 'No teams yet' })).toBeTruthy();
  expect(sent.bodiesOf(DELETE)).toEqual([{ id: 4 }]);
});

it('shows why the teams could not be loaded and loads them again', async () => {
  const replies = [errorResponse(10100, 'The teams are not available')];
  await openTeams({ [LIST]: () => replies.shift() ?? okResponse([team]) });
  expect(await screen.findByText('The teams are not available')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add team' })).toBeNull();
  await clickButton('Try again');
  expect(await screen.findByText('Harbor')).toBeTruthy();
});
