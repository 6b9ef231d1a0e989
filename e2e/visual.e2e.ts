import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test, textsIn } from './fixtures.ts';
import { uniqueName, registerByApi } from './users.ts';
import { EMPTY_SCREENS, ownerScreens, setBanner, VISITOR_SCREENS } from './visual-screens.ts';
import type { ScreenMap, ScreenLocation } from './visual-screens.ts';
import { writingStates, type StateMap } from './visual-states.ts';

const LANGUAGES = { en: 'en-GB', 'zh-cn': 'zh-CN' } as const;
const HEIGHTS = { 1440: 900, 390: 844 } as const;

interface Variant {
  readonly language: keyof typeof LANGUAGES;
  readonly theme: 'light' | 'dark';
  readonly width: keyof typeof HEIGHTS;
}

const ALL_VARIANTS = (['en', 'zh-cn'] as const).flatMap((language) =>
  (['light', 'dark'] as const).flatMap((theme) =>
    ([1440, 390] as const).map((width): Variant => ({ language, theme, width })),
  ),
);
const isComplete = Boolean(process.env['ALL_VARIANTS']);
/** In CI each screen in one of two variants that differ in all properties; in the nightly run in all variants. */
const VARIANTS: readonly Variant[] = isComplete
  ? ALL_VARIANTS
  : [
      { language: 'en', theme: 'light', width: 1440 },
      { language: 'zh-cn', theme: 'dark', width: 390 },
    ];

/** Waits until no loading indicator is visible and the fonts are loaded. */
async function waitUntilLoaded(page: Page): Promise<void> {
  await expect(page.locator('h1, h2, [role=heading]').first()).toBeVisible();
  await expect(page.locator('output', { hasText: /^(Loading|正在加载)$/ })).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}

async function openScreen(page: Page, screen: ScreenLocation): Promise<void> {
  if (typeof screen === 'string') {
    await page.goto(screen);
    return;
  }
  await page.goto(screen.path);
  const button = page.locator(screen.openButton);
  const menu = page.locator('main header button[aria-haspopup="menu"]');
  // On phones the actions of a console section are in a menu.
  await expect(button.or(menu).first()).toBeAttached();
  if ((await button.count()) === 0) await menu.click();
  // On phones the actions of a table row are in a sheet.
  if (!(await button.isVisible())) await page.locator('td button[popovertarget]').first().click();
  await button.click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

test.describe.configure({ mode: 'parallel' });

/** Takes a screenshot of each screen and runs axe on it. */
for (const [turn, variant] of VARIANTS.entries()) {
  const { language, theme, width } = variant;
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
    const checkStates = async (states: StateMap, fullPage = false) => {
      for (const [at, [screen, open]] of Object.entries(states).entries()) {
        if (!isComplete && at % VARIANTS.length !== turn) continue;
        await open();
        await waitUntilLoaded(page);
        await page.screenshot({
          path: `.artifacts/screens/${screen}-${language}-${theme}-${width}.png`,
          // A picture of the whole page changes the size of the window, which closes menus.
          fullPage,
        });
        // Without frames of other origins axe needs no second page to collect its results. The guards of a menu pass
        // the focus on as soon as they receive it.
        const axe = new AxeBuilder({ page }).exclude('[data-base-ui-focus-guard]').setLegacyMode();
        const { violations } = await axe.analyze();
        const findings = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
        expect.soft(findings, `${screen} ${name}`).toEqual([]);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - window.innerWidth,
        );
        expect.soft(overflow, `${screen} ${name} scrolls sideways`).toBeLessThanOrEqual(0);
      }
    };
    const checkScreens = (screens: ScreenMap) =>
      checkStates(
        Object.fromEntries(
          Object.entries(screens).map(([screen, location]) => [
            screen,
            () => openScreen(page, location),
          ]),
        ),
        true,
      );
    await checkScreens(VISITOR_SCREENS);
    await registerByApi(page, site, uniqueName('mei'));
    await checkScreens(EMPTY_SCREENS);
    const owners = await ownerScreens(page, site);
    await checkScreens(owners);
    await setBanner(page, site, 'Maintenance tonight at 18:00.\n今晚 18:00 维护。');
    const bannerScreens = ['my-items', 'reader'] as const;
    await checkScreens(
      Object.fromEntries(bannerScreens.map((screen) => [`banner-${screen}`, owners[screen] ?? ''])),
    );
    await setBanner(page, site, '');
    await context.clearCookies();
    await checkStates(await writingStates(page, site, textsIn(language), width === 390));
    await context.close();
  });
}
