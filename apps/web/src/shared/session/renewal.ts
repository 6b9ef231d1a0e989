import { paths } from '@octavo/contract/paths';

/** Where a login in another tab ends: it tells the tabs with unsaved input, and can be closed. */
export const renewedPath = paths.login.href({ renewed: 1 });

const CHANNEL = 'octavo-login';

export function announceRenewal(): void {
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the channel has one origin
  channel.postMessage(true);
  channel.close();
}

/** Calls the listener when the user has logged in, in another tab, or comes back from one. */
export function onRenewal(listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  const onVisible = () => {
    if (document.visibilityState === 'visible') listener();
  };
  channel.addEventListener('message', listener);
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    channel.close();
    document.removeEventListener('visibilitychange', onVisible);
  };
}
