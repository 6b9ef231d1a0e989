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
  /** Absent: any form. */
  form: z.string().optional(),
  answer: z.string(),
  expires: z.number(),
});

export interface Captchas {
  /** A new picture for one form or for any, and its sealed answer for the browser's cookie. */
  draw(form?: CaptchaForm): { picture: string; sealed: string; seconds: number };
  /** Uses the picture up, whatever was guessed: one guess each. */
  solve(form: CaptchaForm, sealed: string | undefined, guess: unknown): Promise<boolean>;
}

/** The answer travels sealed in a cookie of its own, so a picture costs the database nothing. */
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
