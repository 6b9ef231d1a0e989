/** The forms that show a verification code. A picture drawn for one of them is worthless on another. */
export const captchaForms = ['login', 'register', 'reset', 'visit'] as const;

export type CaptchaForm = (typeof captchaForms)[number];
