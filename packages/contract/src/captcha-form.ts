/** The forms that show a captcha. An image made for one form is not accepted on another. */
export const captchaForms = ['login', 'register', 'reset', 'visit'] as const;

export type CaptchaForm = (typeof captchaForms)[number];
