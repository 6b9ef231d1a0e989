export interface CaptchaTables {
  /** Captchas for which an answer was sent, so that each is valid for one attempt on all processes. */
  spent_captcha: {
    captcha_id: string;
    /** When the captcha itself has expired and the row can be deleted. */
    expire_time: Date;
  };
}
