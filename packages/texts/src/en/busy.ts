/** The page that the server sends when it is overloaded or cannot reach its database. */
export const busy = {
  title: 'The server is busy',
  text: 'Many people are using Octavo right now. Leave this page open: it retries automatically and opens as soon as the server is free.',
  unavailableTitle: 'Octavo is temporarily unavailable',
  unavailableText:
    'Leave this page open: it retries automatically and opens as soon as the server is back.',
  tryNow: 'Try now',
  stop: 'Stop trying',
  waiting: 'Trying again in {seconds} s, {attempt} attempt',
  stopped: 'No longer retrying',
  safe: 'Nothing you saved is lost.',
  number: 'Error 503, request {number}',
} as const;
