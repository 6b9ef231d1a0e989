import { z } from 'zod';
import { anyone } from './access.ts';
import { captchaForms } from './captcha-form.ts';
import { defineCall, file } from './define-call.ts';
import { homePage } from './entities.ts';
import { bit, line, text, integer } from './wire.ts';

export const verify = defineCall({
  path: '/api/common/verify',
  method: 'GET',
  kind: 'query',
  access: anyone,
  scope: 'none',
  summary: 'Get a captcha image, valid for one attempt in one browser.',
  limit: { per: 'address', times: 300, seconds: 600 },
  request: z.object({
    rand: text(64).optional(),
    /** Absent: the captcha is valid for any form, also for one attempt only. */
    form: z.enum(captchaForms).optional(),
  }),
  response: file('image/svg+xml'),
});

export const homePageSetting = defineCall({
  path: '/api/common/homePageSetting',
  kind: 'query',
  access: anyone,
  scope: 'read',
  summary: 'Get the settings of the home page and whether registration is open.',
  request: z.object({}),
  response: z.object({
    home_page: homePage,
    /** Domain or id of the home item; empty if none is set. */
    home_item: z.string(),
    register_open: z.literal([0, 1]),
    /** Targets of the links on the landing page; empty: the sample items created at first start. */
    help_link: z.string(),
    demo_link: z.string(),
    /** Name, logo and footer of the site; empty: those of the product. */
    site_name: z.string(),
    site_logo: z.string(),
    footer_line: z.string(),
    /** Where feedback is sent; empty: to the administrators. */
    feedback_link: z.string(),
    /** The maximum size of an uploaded file, in megabytes. */
    attachment_size_m: z.number(),
    /** How many versions without a comment are retained per page. */
    history_version_count: z.int(),
    /** The fewest characters of a new password. */
    password_min_length: z.int(),
    /** Whether a new password must not contain the username or email of its owner. */
    password_personal_refused: bit,
    /** True until the first administrator exists. */
    needs_setup: z.boolean(),
  }),
});

export const qrcode = defineCall({
  path: '/api/common/qrcode',
  method: 'GET',
  kind: 'query',
  access: anyone,
  scope: 'read',
  summary: 'Get a QR code for an address of this site.',
  request: z.object({
    url: line(2048),
    /** Pixels per module; ShowDoc sends 3. */
    size: integer(1, 10).default(3),
  }),
  response: file('image/png'),
});
