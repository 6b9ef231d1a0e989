import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { newName, registerByCall } from './people.ts';
import { EMPTY_SCREENS, ownerScreens, setBanner, VISITOR_SCREENS } from './swept-screens.ts';
import type { Screens, SweptScreen } from './swept-screens.ts';

const LANGUAGES = { en: 'en-GB', 'zh-cn': 'zh-CN' } as const;
const HEIGHTS = { 1440: 900, 390: 844 } as const;

interface Look {
  readonly language: keyof typeof LANGUAGES;
  readonly theme: 'light' | 'dark';
  readonly width: keyof typeof HEIGHTS;
}

const ALL_LOOKS = (['en', 'zh-cn'] as const).flatMap((language) =>
  (['light', 'dark'] as const).flatMap((theme) =>
    ([1440, 390] as const).map((width): Look => ({ language, theme, width })),
  ),
);
const isWhole = Boolean(process.env['ALL_LOOKS']);
/** In CI each screen in one of two variants that differ in all properties; in the nightly run in all variants. */
const LOOKS: readonly Look[] = isWhole
  ? ALL_LOOKS
  : [
      { language: 'en', theme: 'light', width: 1440 },
      { language: 'zh-cn', theme: 'dark', width: 390 },
    ];

/** Waits until no loading indicator is visible and the fonts are loaded. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator('h1, h2, [role=heading]').first()).toBeVisible();
  await expect(page.locator('output', { hasText: /^(Loading|正在加载)$/ })).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}

async function open(page: Page, screen: SweptScreen): Promise<void> {
  if (typeof screen === 'string') {
    await page.goto(screen);
    return;
  }
  await page.goto(screen.path);
  await page.locator(screen.press).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

test.describe.configure({ mode: 'parallel' });

/** Takes a screenshot of each screen and runs axe on it. */
for (const [turn, look] of LOOKS.entries()) {
  const { language, theme, width } = look;
  const name = `${language} ${theme} ${width}`;
  test(`screens fit the viewport and axe finds no violation: ${name}`, async ({
    browser,
    site,
  }) => {
    test.setTimeout(600_000);
    const context = await browser.newContext({
      baseURL: site.url,
      locale: LANGUAGES[language],
      colorScheme: theme,
      viewport: { width, height: HEIGHTS[width] },
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    const lookAt = async (screens: Screens) => {
      for (const [at, [screen, place]] of Object.entries(screens).entries()) {
        if (!isWhole && at % LOOKS.length !== turn) continue;
        await open(page, place);
        await settled(page);
        await page.screenshot({
          path: `.artifacts/screens/${screen}-${language}-${theme}-${width}.png`,
          fullPage: true,
        });
        // Without frames of other origins axe needs no second page to collect its results.
        const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
        const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
        expect.soft(found, `${screen} ${name}`).toEqual([]);
        const wide = await page.evaluate(
          () => document.documentElement.scrollWidth - window.innerWidth,
        );
        expect.soft(wide, `${screen} ${name} scrolls sideways`).toBeLessThanOrEqual(0);
      }
    };
    await lookAt(VISITOR_SCREENS);
    await registerByCall(page, site, newName('mei'));
    await lookAt(EMPTY_SCREENS);
    const owners = await ownerScreens(page, site);
    await lookAt(owners);
    await setBanner(page, site, 'Maintenance tonight at 18:00.\n今晚 18:00 维护。');
    const above = ['my-items', 'reader'] as const;
    await lookAt(
      Object.fromEntries(above.map((screen) => [`banner-${screen}`, owners[screen] ?? ''])),
    );
    await setBanner(page, site, '');
    await context.close();
  });
}
