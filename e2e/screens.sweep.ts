import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from './fixtures.ts';
import { newName, registerByCall } from './people.ts';

const LANGUAGES = { en: 'en-GB', 'zh-cn': 'zh-CN' } as const;
const THEMES = ['light', 'dark'] as const;
const WIDTHS = { 1440: 900, 390: 844 } as const;

/** Every screen once per language, theme and width: a picture to look at, and axe without findings. */
const VISITOR_SCREENS = {
  landing: '/',
  login: '/user/login',
  register: '/user/register',
  'reset-request': '/user/resetPassword',
  'reset-by-url': '/user/ResetPasswordByUrl?uid=1&email=mei.lin@harbor.test&token=x',
  'reset-old-link': '/user/ResetPasswordByUrl',
  'verify-email': '/user/verifyEmail?uid=1&token=x',
  'not-found': '/team/there/is/no/such/screen',
};
const USER_SCREENS = {
  'my-items': '/item/index',
  'user-setting': '/user/setting',
  notices: '/notice/index',
};

for (const [language, locale] of Object.entries(LANGUAGES))
  for (const theme of THEMES)
    for (const [width, height] of Object.entries(WIDTHS)) {
      const name = `${language} ${theme} ${width}`;
      test(`screens look right and axe finds nothing: ${name}`, async ({ browser, site }) => {
        const context = await browser.newContext({
          baseURL: site.url,
          locale,
          colorScheme: theme,
          viewport: { width: Number(width), height },
          reducedMotion: 'reduce',
        });
        const page = await context.newPage();
        const look = async (screen: string, path: string) => {
          await page.goto(path);
          await page.waitForLoadState('networkidle');
          await page.evaluate(() => document.fonts.ready);
          await page.screenshot({
            path: `.artifacts/screens/${screen}-${language}-${theme}-${width}.png`,
            fullPage: true,
          });
          const { violations } = await new AxeBuilder({ page }).analyze();
          const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
          expect.soft(found, `${screen} ${name}`).toEqual([]);
          const wide = await page.evaluate(
            () => document.documentElement.scrollWidth - window.innerWidth,
          );
          expect.soft(wide, `${screen} ${name} scrolls sideways`).toBeLessThanOrEqual(0);
        };
        for (const [screen, path] of Object.entries(VISITOR_SCREENS)) await look(screen, path);
        await registerByCall(page, site, newName('mei'));
        for (const [screen, path] of Object.entries(USER_SCREENS)) await look(screen, path);
        await context.close();
      });
    }
