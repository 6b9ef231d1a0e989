export interface CaptchaTables {
  spent_captcha: {
    captcha_id: string;
    expire_time: Date;
  };
}
