import { randomInt, randomUUID } from 'node:crypto';
import type { CaptchaForm } from '@octavo/contract/captcha-form';
import { z } from 'zod';
import type { Cipher } from '../../secrets.ts';
import { drawCaptcha, CHARACTERS } from './draw-captcha.ts';
import type { Connection } from '../../db/connect.ts';
import { captchaRepository } from './captcha.repository.ts';

const TTL_SECONDS = 600;
const ANSWER_LENGTH = 4;

const captchaPayload = z.object({
  id: z.uuid(),
  /** If absent, the captcha is valid for any form. */
  form: z.string().optional(),
  answer: z.string(),
  expires: z.number(),
});

export interface Captchas {
  /** Draws a captcha for one form or for any form. The encrypted answer is for a cookie. */
  draw(form?: CaptchaForm): { picture: string; encrypted: string; seconds: number };
  /** Each captcha allows one guess, right or wrong. */
  verify(form: CaptchaForm, encrypted: string | undefined, guess: unknown): Promise<boolean>;
}

/** The encrypted answer is stored in a cookie, so drawing a captcha needs no database access. */
export function createCaptchas(parts: { db: Connection; cipher: Cipher; now(): Date }): Captchas {
  const { db, cipher, now } = parts;
  return {
    draw(form) {
      const answer = Array.from(
        { length: ANSWER_LENGTH },
        () => CHARACTERS[randomInt(CHARACTERS.length)],
      ).join('');
      const expires = now().getTime() + TTL_SECONDS * 1000;
      const encrypted = cipher.encrypt(JSON.stringify({ id: randomUUID(), form, answer, expires }));
      return { picture: drawCaptcha(answer), encrypted, seconds: TTL_SECONDS };
    },
    async verify(form, encrypted, guess) {
      const decrypted = encrypted === undefined ? undefined : cipher.decrypt(encrypted);
      if (decrypted === undefined || typeof guess !== 'string' || guess === '') return false;
      const picture = captchaPayload.parse(JSON.parse(decrypted));
      const isForOtherForm = picture.form !== undefined && picture.form !== form;
      if (isForOtherForm || picture.expires < now().getTime()) return false;
      const isFirstUse = await captchaRepository(db).markUsed(
        picture.id,
        new Date(picture.expires),
      );
      return isFirstUse && guess.trim().toUpperCase() === picture.answer;
    },
  };
}
