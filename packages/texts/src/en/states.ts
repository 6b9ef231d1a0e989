export const states = {
  notFoundTitle: 'Page not found',
  notFoundText: 'The address is wrong, or the page was moved or deleted.',
  toStart: 'Go to the start page',
  loadTitle: 'This page could not be loaded',
  loadText: 'The network is down or the server is busy. Nothing is lost.',
  timeout: 'The server did not respond within {seconds|# second|# seconds}',
  offline: 'The server cannot be reached',
  unreadable: 'The server sent an invalid response',
  serverTitle: 'Something went wrong on the server',
  serverText: 'Try again in a minute. If it keeps happening, contact your administrator.',
  serverNumber:
    'Try again in a minute. If it keeps happening, send this number to your administrator: {number}',
  copyNumber: 'Copy number',
  refusedTitle: 'This page cannot be shown',
  gateway: 'Octavo is being updated. Try again in a minute',
  busyTitle: 'The server is busy',
  busyText:
    'The page opens automatically when the server is free again. Nothing you saved is lost.',
  busyPage:
    'The page opens automatically when the server is free again. Trying again in {seconds} s.',
  tryNow: 'Try now',
  updatingTitle: 'Octavo is being updated',
  updatingText:
    'Back in about a minute. This page reloads automatically. Nothing you saved is lost.',
  retryIn: 'Trying again in {seconds} s',
  crashTitle: 'Something went wrong on this page',
  crashText:
    'Nothing you saved is lost. Reload the page. If it keeps happening, contact your administrator.',
  outdatedTitle: 'Octavo was updated',
  outdatedText: 'Reload the page to use the new version.',
  reload: 'Reload',
  noScript: 'Octavo needs JavaScript. Enable it for this site and reload the page.',
} as const;
