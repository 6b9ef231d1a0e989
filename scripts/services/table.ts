import { postgres } from './postgres.ts';
import { redis } from './redis.ts';
import type { Service } from './service.ts';
import { slapd } from './slapd.ts';
import { smtp } from './smtp.ts';
import { swift } from './swift.ts';

/** Every server the tests talk to. A new one is a file beside these and a row here. */
export const services: Service[] = [postgres, redis, smtp, swift, slapd];
