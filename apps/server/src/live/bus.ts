import type { RedisLink } from './redis.ts';

/** Publishes cache invalidations to every process. */
export interface Bus {
  publish(topic: Topic, key: string): void;
  /** `key` is undefined if messages may have been lost; the listener must then invalidate everything. */
  subscribe(topic: Topic, onMessage: (key: string | undefined) => void): void;
  /** False while messages may be lost; caches then query the database on each read. */
  trusted(): boolean;
}

export type Topic = 'account' | 'item' | 'page' | 'notice' | 'setting';

/** The key of messages that concern all users. */
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

/** For a single process, which needs no Redis. */
export function memoryBus(): Bus {
  const { listeners, subscribe } = subscriptions();
  return { subscribe, publish: (topic, key) => tell(listeners, topic, key), trusted: () => true };
}

export function redisBus(redis: RedisLink): Bus {
  const { listeners, subscribe } = subscriptions();
  redis.subscriber.on('ready', () => {
    // Messages that were published while the connection was down are lost, so everything is invalidated.
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
      // A lost message is harmless: processes without a connection to Redis bypass their caches (`isHealthy`).
      redis.commands.publish(CHANNEL, `${topic} ${key}`).catch(() => {});
    },
    trusted: () => redis.alive(),
  };
}
