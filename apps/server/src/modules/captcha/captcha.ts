import { randomInt, randomUUID } from 'node:crypto';
import type { CaptchaForm } from '@octavo/contract/captcha-form';
import { z } from 'zod';
import type { Repositories } from '../../db/repositories.ts';
import type { Sealer } from '../../secrets.ts';
import { drawCaptcha, LETTERS } from './draw-captcha.ts';

const LIFE_SECONDS = 600;
const LENGTH = 4;

const sealedAnswer = z.object({
  id: z.uuid(),
  /** If absent, the captcha is valid for any form. */
  form: z.string().optional(),
  answer: z.string(),
  expires: z.number(),
});

export interface Captchas {
  /** Draws a captcha for one form or for any form. The encrypted answer is for a cookie. */
  draw(form?: CaptchaForm): { picture: string; sealed: string; seconds: number };
  /** Each captcha allows one guess, right or wrong. */
  solve(form: CaptchaForm, sealed: string | undefined, guess: unknown): Promise<boolean>;
}

/** The encrypted answer is stored in a cookie, so drawing a captcha needs no database access. */
export function createCaptchas(parts: {
  repos: Repositories;
  sealer: Sealer;
  now(): Date;
}): Captchas {
  const { repos, sealer, now } = parts;
  return {
    draw(form) {
      const answer = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join(
        '',
      );
      const expires = now().getTime() + LIFE_SECONDS * 1000;
      const sealed = sealer.seal(JSON.stringify({ id: randomUUID(), form, answer, expires }));
      return { picture: drawCaptcha(answer), sealed, seconds: LIFE_SECONDS };
    },
    async solve(form, sealed, guess) {
      const opened = sealed === undefined ? undefined : sealer.open(sealed);
      if (opened === undefined || typeof guess !== 'string' || guess === '') return false;
      const picture = sealedAnswer.parse(JSON.parse(opened));
      const isForAnother = picture.form !== undefined && picture.form !== form;
      if (isForAnother || picture.expires < now().getTime()) return false;
      const unspent = await repos.captchas.spend(picture.id, new Date(picture.expires));
      return unspent && guess.trim().toUpperCase() === picture.answer;
    },
  };
}
