import { postgres } from './postgres.ts';
import { redis } from './redis.ts';
import type { Service } from './service.ts';
import { slapd } from './slapd.ts';
import { smtp } from './smtp.ts';
import { swift } from './swift.ts';

/** All services that the tests use. To add one, create a file in this folder and a row here. */
export const services: Service[] = [postgres, redis, smtp, swift, slapd];
