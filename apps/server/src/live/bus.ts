import type { RedisLink } from './redis.ts';

/** Tells every process that something cached is stale. */
export interface Bus {
  publish(topic: Topic, key: string): void;
  /** `key` is undefined when messages may have been missed: forget everything. */
  subscribe(topic: Topic, onMessage: (key: string | undefined) => void): void;
  /** False while messages may be lost; caches then ask the database on each read. */
  trusted(): boolean;
}

export type Topic = 'account' | 'item' | 'page' | 'notice' | 'setting';

/** The key of news that is not one person's. */
export const EVERYBODY = 'all';

const CHANNEL = 'octavo:stale';

type Listeners = Map<Topic, ((key: string | undefined) => void)[]>;

function tell(listeners: Listeners, topic: string, key: string | undefined): void {
  for (const listener of listeners.get(topic as Topic) ?? []) listener(key);
}

function subscriptions() {
  const listeners: Listeners = new Map();
  return {
    listeners,
    subscribe(topic: Topic, onMessage: (key: string | undefined) => void) {
      listeners.set(topic, [...(listeners.get(topic) ?? []), onMessage]);
    },
  };
}

/** One process needs no Redis: it only has itself to tell. */
export function memoryBus(): Bus {
  const { listeners, subscribe } = subscriptions();
  return { subscribe, publish: (topic, key) => tell(listeners, topic, key), trusted: () => true };
}

export function redisBus(redis: RedisLink): Bus {
  const { listeners, subscribe } = subscriptions();
  redis.subscriber.on('ready', () => {
    // What was said while we were away is lost.
    for (const topic of listeners.keys()) tell(listeners, topic, undefined);
    redis.subscriber.subscribe(CHANNEL).catch(() => {});
  });
  redis.subscriber.on('message', (_channel: string, message: string) => {
    const at = message.indexOf(' ');
    tell(listeners, message.slice(0, at), message.slice(at + 1));
  });
  return {
    subscribe,
    publish(topic, key) {
      tell(listeners, topic, key);
      // A lost message is covered: processes that stop hearing Redis stop trusting their caches.
      redis.commands.publish(CHANNEL, `${topic} ${key}`).catch(() => {});
    },
    trusted: () => redis.alive(),
  };
}
