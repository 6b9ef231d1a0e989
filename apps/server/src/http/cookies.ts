import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CaptchaForm } from '@octavo/contract/captcha-form';

/** Names and attributes of the cookies. On https the prefix `__Host-` binds them to this host. */
export function createCookies(secure: boolean) {
  const prefix = secure ? '__Host-octavo' : 'octavo';
  const loginName = prefix;
  const oauth2Name = `${prefix}-oauth2`;
  const pendingLinkName = `${prefix}-link`;
  const pendingLoginName = `${prefix}-login`;
  const passkeyName = `${prefix}-passkey`;
  const captchaName = (form: CaptchaForm) => `${prefix}-captcha-${form}`;
  const flags = { path: '/', httpOnly: true, secure, sameSite: 'lax' } as const;
  const strict = { ...flags, sameSite: 'strict' } as const;
  return {
    loginName,
    readLogin: (request: FastifyRequest) => request.cookies[loginName],
    readCaptcha: (request: FastifyRequest, form: CaptchaForm) => request.cookies[captchaName(form)],
    setLogin: (reply: FastifyReply, token: string, seconds: number) =>
      reply.setCookie(loginName, token, { ...flags, maxAge: seconds }),
    clearLogin: (reply: FastifyReply) => reply.clearCookie(loginName, flags),
    readOauth2: (request: FastifyRequest) => request.cookies[oauth2Name],
    setOauth2: (reply: FastifyReply, encrypted: string, seconds: number) =>
      reply.setCookie(oauth2Name, encrypted, { ...flags, maxAge: seconds }),
    clearOauth2: (reply: FastifyReply) => reply.clearCookie(oauth2Name, flags),
    readPendingLink: (request: FastifyRequest) => request.cookies[pendingLinkName],
    setPendingLink: (reply: FastifyReply, encrypted: string, seconds: number) =>
      reply.setCookie(pendingLinkName, encrypted, { ...flags, maxAge: seconds }),
    clearPendingLink: (reply: FastifyReply) => reply.clearCookie(pendingLinkName, flags),
    readPendingLogin: (request: FastifyRequest) => request.cookies[pendingLoginName],
    setPendingLogin: (reply: FastifyReply, token: string, seconds: number) =>
      reply.setCookie(pendingLoginName, token, { ...flags, maxAge: seconds }),
    clearPendingLogin: (reply: FastifyReply) => reply.clearCookie(pendingLoginName, flags),
    readPasskey: (request: FastifyRequest) => request.cookies[passkeyName],
    setPasskey: (reply: FastifyReply, encrypted: string, seconds: number) =>
      reply.setCookie(passkeyName, encrypted, { ...strict, maxAge: seconds }),
    clearPasskey: (reply: FastifyReply) => reply.clearCookie(passkeyName, strict),
    setCaptcha: (reply: FastifyReply, form: CaptchaForm, encrypted: string, seconds: number) =>
      reply.setCookie(captchaName(form), encrypted, { ...flags, maxAge: seconds }),
  };
}

export type Cookies = ReturnType<typeof createCookies>;
