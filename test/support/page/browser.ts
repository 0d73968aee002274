import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from 'playwright-core';
import type { Listening } from '../network/listen.js';
import { oneOrigin, type OneOrigin } from '../network/one-origin.js';

/** Chromium without what draws windows comes first: it takes half the processor time. */
const PLACES = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
export const UNTRUSTED_HOST = 'docs.test';
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A host that Chromium does not trust without https, as it does this machine's own names.
  `--host-resolver-rules=MAP ${UNTRUSTED_HOST} 127.0.0.1`,
];
const VIEWPORT = { width: 1440, height: 900 };
/** A folder to keep pictures in, for people to look at; none are taken without one. */
const { DTOSPEC_SCREENSHOTS: SCREENSHOTS } = process.env;

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
    let browser: Browser;
    beforeAll(async () => {
      launched ??= launch();
      browser = await launched;
    });
    body(() => browser);
  });
}

/** One for all blocks of a test file: each Chromium compiles the viewer anew. */
let launched: Promise<Browser> | undefined;

function launch(): Promise<Browser> {
  if (executablePath === undefined) throw new Error('CI needs Chromium: set CHROMIUM_PATH.');
  return chromium.launch({ executablePath, args: FLAGS });
}

afterAll(async () => {
  await shared?.then(close);
  await (await launched)?.close();
});

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
  const context = await browser.newContext({ viewport: VIEWPORT, ...options });
  context.setDefaultTimeout(60_000);
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
export async function waitForState(page: Page, state: 'shown' | 'failed'): Promise<void> {
  await page.waitForSelector(`html[data-state=${state}]`, { state: 'attached' });
}

/** Waits for something that the page reports when it gets round to it. */
export async function waitUntil(page: Page, isSo: () => boolean): Promise<void> {
  for (let i = 0; i < 100 && !isSo(); i += 1) await page.waitForTimeout(100);
}

/** Keeps a picture of the page, if DTOSPEC_SCREENSHOTS names a folder for them. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  if (SCREENSHOTS !== undefined) await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
}

/** A page that server after server is looked at with. */
export interface SharedPage {
  /** Puts the server at the page's address, and gives both as new: empty log, no routes, nothing stored. */
  open(server: Listening): Promise<OpenPage & { readonly server: Listening }>;
}

/** What a page that is shared is made of. */
interface Sharing {
  readonly front: OneOrigin;
  readonly opened: OpenPage;
  readonly session: CDPSession;
}

async function share(browser: Browser, initScript?: string): Promise<Sharing> {
  const front = await oneOrigin();
  const opened = await openPage(browser);
  if (initScript !== undefined) await opened.page.addInitScript(initScript);
  return { front, opened, session: await opened.context.newCDPSession(opened.page) };
}

async function close({ front, opened }: Sharing): Promise<void> {
  await opened.context.close();
  await front.close();
}

/** The page without scripts of a test's own, which all blocks of a test file share. */
let shared: Promise<Sharing> | undefined;

/**
 * One page for the tests of a file, and one address for their servers: a new page, or another address, has Chromium
 * compile the viewer anew, which is more than half of the time that it takes to show the page.
 *
 * @param initScript what runs in each document before its own scripts; such a page is its block's own
 */
export function sharePage(browser: () => Browser, initScript?: string): SharedPage {
  let sharing: Sharing;
  beforeAll(async () => {
    if (initScript === undefined) shared ??= share(browser());
    sharing = await (initScript === undefined ? shared! : share(browser(), initScript));
  });
  afterAll(async () => {
    if (initScript !== undefined) await close(sharing);
  });
  return {
    open: async (server) => {
      const { front, opened, session } = sharing;
      const { page, context, log } = opened;
      await Promise.all([page.unrouteAll(), context.unrouteAll()]);
      if (page.url().startsWith('http')) await page.evaluate('sessionStorage.clear()');
      await page.goto('about:blank');
      await session.send('Storage.clearDataForOrigin', { origin: front.origin, storageTypes: 'all' });
      // A response that a route made up stays in the memory of the page's process, which this empties.
      for (const cacheDisabled of [true, false])
        await session.send('Network.setCacheDisabled', { cacheDisabled });
      await page.setViewportSize(VIEWPORT);
      for (const list of [log.violations, log.errors, log.requests]) list.length = 0;
      return { ...opened, server: front.lead(server) };
    },
  };
}
