import type { RedisConnections } from './redis.ts';

/** Publishes cache invalidations to every process. */
export interface Bus {
  publish(topic: Topic, key: string): void;
  /** `key` is undefined if messages may have been lost; the listener must then invalidate everything. */
  subscribe(topic: Topic, onMessage: (key: string | undefined) => void): void;
  /** False while messages may be lost; caches then query the database on each read. */
  isHealthy(): boolean;
}

/** The key of most topics is an id; `pageOrder` has a list of page ids. */
export type Topic = 'account' | 'item' | 'page' | 'pageOrder' | 'notice' | 'setting' | 'position';

/** The key of messages that concern all users. */
export const ALL_USERS = 'all';

const CHANNEL = 'octavo:stale';

type Listeners = Map<Topic, ((key: string | undefined) => void)[]>;

function notifyListeners(listeners: Listeners, topic: string, key: string | undefined): void {
  for (const listener of listeners.get(topic as Topic) ?? []) listener(key);
}

function createSubscriptions() {
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
  const { listeners, subscribe } = createSubscriptions();
  return {
    subscribe,
    publish: (topic, key) => notifyListeners(listeners, topic, key),
    isHealthy: () => true,
  };
}

export function redisBus(redis: RedisConnections): Bus {
  const { listeners, subscribe } = createSubscriptions();
  redis.subscriber.on('ready', () => {
    // Messages that were published while the connection was down are lost, so everything is invalidated.
    for (const topic of listeners.keys()) notifyListeners(listeners, topic, undefined);
    redis.subscriber.subscribe(CHANNEL).catch(() => {});
  });
  redis.subscriber.on('message', (_channel: string, message: string) => {
    const at = message.indexOf(' ');
    notifyListeners(listeners, message.slice(0, at), message.slice(at + 1));
  });
  return {
    subscribe,
    publish(topic, key) {
      notifyListeners(listeners, topic, key);
      // A lost message leaves cached values outdated for `CACHE_TTL_MS` at most, and processes without a connection to
      // Redis bypass their caches (`isHealthy`).
      redis.commands.publish(CHANNEL, `${topic} ${key}`).catch(() => {});
    },
    isHealthy: () => redis.isHealthy(),
  };
}

/** The positions of changes in the database. */
interface Positions {
  highest(): number;
  record(position: number): void;
  markMessagesLost(): void;
  setBusHealth(isHealthy: () => boolean): void;
}

/**
 * Sends the position of a change before the change itself, so that the other processes do not read a replica without
 * it.
 */
export function withPositions(bus: Bus, positions: Positions): Bus {
  let sent = 0;
  positions.setBusHealth(bus.isHealthy);
  bus.subscribe('position', (key) => {
    if (key === undefined) positions.markMessagesLost();
    else positions.record(Number(key));
  });
  return {
    ...bus,
    publish(topic, key) {
      const position = positions.highest();
      if (position !== sent) bus.publish('position', String(position));
      sent = position;
      bus.publish(topic, key);
    },
  };
}
