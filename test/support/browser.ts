import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

const PLACES = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const SCREENSHOTS = join(__dirname, '../../build/screenshots');

const executablePath = PLACES.find((place) => place !== undefined && existsSync(place));

/** A describe block for a real Chromium. Without one it is skipped with a line, but under CI it fails. */
export function describeInBrowser(name: string, body: (open: () => Browser) => void): void {
  if (executablePath === undefined && process.env.CI !== 'true') {
    process.stderr.write(`skipped, no Chromium (set CHROMIUM_PATH): ${name}\n`);
    describe.skip(name, () => {
      body(() => {
        throw new Error('no Chromium');
      });
    });
    return;
  }
  describe(name, () => {
    let browser: Browser | undefined;
    beforeAll(async () => {
      if (executablePath === undefined) throw new Error('CI needs Chromium: set CHROMIUM_PATH.');
      browser = await chromium.launch({ executablePath, args: FLAGS });
    });
    afterAll(() => browser?.close());
    body(() => browser!);
  });
}

/** Everything that went wrong or out while a page was open. */
export interface PageLog {
  readonly violations: string[];
  readonly errors: string[];
  readonly requests: string[];
}

export interface OpenPage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly log: PageLog;
}

/** A page that writes down policy violations, console errors and each request. */
export async function openPage(
  browser: Browser,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  const log: PageLog = { violations: [], errors: [], requests: [] };
  await page.exposeFunction('reportViolation', (text: string) => log.violations.push(text));
  await page.addInitScript(
    `document.addEventListener('securitypolicyviolation', (e) =>
      reportViolation([e.effectiveDirective, e.blockedURI, e.sourceFile].join(' ')));`,
  );
  page.on('console', (message) => {
    if (message.type() === 'error') log.errors.push(message.text());
  });
  page.on('pageerror', (error) => log.errors.push(error.message));
  page.on('request', (request) => log.requests.push(request.url()));
  return { page, context, log };
}

/** Waits until the page says which of its states it is in. */
export async function waitForState(page: Page, state: 'shown' | 'failed', timeout = 30_000): Promise<void> {
  await page.waitForSelector(`html[data-state=${state}]`, { state: 'attached', timeout });
}

/** Waits for something that the page reports when it gets round to it. */
export async function waitUntil(page: Page, isSo: () => boolean): Promise<void> {
  for (let i = 0; i < 100 && !isSo(); i += 1) await page.waitForTimeout(100);
}

/** Keeps a picture of the page for people to look at. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
}
