// Takes the pictures of the guides from the real thing, in Chromium: `npm run pictures`. Needs CHROMIUM_PATH or a Chromium in
// /usr/bin. The pictures are in docs/pictures, and docs/page.png for the README.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { installListed } from './lib/install.mjs';
import { diffComment, failingTest, openDeliveries, openShop } from './lib/picture-subjects.mjs';
import { buildAndPack, compileSamples } from './lib/prepare.mjs';
import { root } from './lib/run.mjs';
import { smallPng } from './lib/small-png.mjs';

const PLACES = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
];
/** In bytes: pictures are cloned with the repository. */
const LARGEST = 150_000;

await buildAndPack();
await compileSamples();
await installListed('the documentation site', 'docs/site');
mkdirSync(path.join(root, 'docs/pictures'), { recursive: true });

const executablePath = PLACES.find((place) => place !== undefined && existsSync(place));
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const shop = await openShop();
  await take('page.png', { width: 1440, height: 900 }, async (page) => {
    await page.goto(`${shop.url}/docs/#tag/orders/POST/orders`);
    await page.getByText('Copy as Markdown').first().waitFor();
    await page.waitForLoadState('networkidle');
    await page.evaluate('document.activeElement?.blur()');
  });
  await shop.close();

  const deliveries = await openDeliveries();
  await take('pictures/deliveries.png', { width: 1320, height: 660 }, (page) => page.goto(deliveries.url));
  await deliveries.close();

  await take('pictures/failing-test.png', { width: 960, height: 100 }, (page) =>
    page.setContent(failingTest()),
  );
  const comment = await diffComment();
  await take('pictures/diff.png', { width: 900, height: 100 }, (page) => page.setContent(comment));
} finally {
  await browser.close();
}

/**
 * Saves a picture of a page below docs/. A height of 100 grows with the content.
 * @param open loads the subject into a page
 */
async function take(name, viewport, open) {
  const page = await browser.newPage({ viewport, colorScheme: 'light', reducedMotion: 'reduce' });
  await open(page);
  const picture = smallPng(await page.screenshot({ fullPage: viewport.height === 100 }));
  await page.close();
  console.log(`docs/${name}: ${Math.ceil(picture.length / 1000)} KB`);
  if (picture.length > LARGEST) throw new Error(`docs/${name} is larger than ${LARGEST} bytes.`);
  writeFileSync(path.join(root, 'docs', name), picture);
}
