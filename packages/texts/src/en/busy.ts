/** The document that a browser gets when the server is overloaded or without its database. */
export const busy = {
  title: 'The server is busy',
  text: 'Many people are using Octavo right now. Leave this page open: it tries again by itself and opens as soon as there is room.',
  unavailableTitle: 'Octavo is temporarily unavailable',
  unavailableText:
    'Leave this page open: it tries again by itself and opens as soon as the server is back.',
  tryNow: 'Try now',
  stop: 'Stop trying',
  waiting: 'Trying again in {seconds} s, {attempt} try',
  stopped: 'Not trying any more',
  safe: 'Nothing you saved is lost.',
  number: '503, number {number}',
} as const;
