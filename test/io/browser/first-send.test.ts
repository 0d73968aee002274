import 'reflect-metadata';
import { ClassSerializerInterceptor, type INestApplication, ValidationPipe } from '@nestjs/common';
import { NestFactory, Reflector } from '@nestjs/core';
import { Type } from 'class-transformer';
import {
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsDateString,
  IsEmail,
  IsEnum,
  IsIn,
  IsInt,
  IsISO8601,
  IsLatitude,
  IsNumber,
  IsOptional,
  IsPositive,
  IsString,
  IsUrl,
  IsUUID,
  Length,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import express from 'express';
import type { Page } from 'playwright-core';
import { greet } from '../../../samples/frameworks/greetings.js';
import { CatsModule } from '../../../samples/nest/cats.js';
import { startShop } from '../../../samples/shop/shop.js';
import { expressOperations } from '../../../src/adapters/express.js';
import { Docs, operation, Path, Query, response } from '../../../src/index.js';
import { nestDocs } from '../../../src/nest/index.js';
import { describeInBrowser, keepScreenshot, openPage, waitForState } from '../../support/page/browser.js';
import { CatsModule as FixtureCatsModule } from '../../fixtures/nest/cats.js';
import { settleShop, ShopModule } from '../../fixtures/nest/shop.js';
import { listening } from '../../support/network/listen.js';

interface Started {
  readonly url: string;
  close(): Promise<unknown>;
}

enum Size {
  Small = 'small',
  Large = 'large',
}

class Line {
  @IsUUID() product!: string;
  @IsInt() @Min(2) @Max(9) quantity!: number;
}

/** No property has an example. */
class Everything {
  @IsString() @Length(12, 40) name!: string;
  @IsEmail() email!: string;
  @IsUrl() site!: string;
  @IsDateString() day!: string;
  @IsISO8601() moment!: string;
  @Matches(/^[A-Z]{2}-[0-9]{3,}$/) code!: string;
  @IsEnum(Size) size!: Size;
  @IsIn([3, 5]) rank!: number;
  @IsNumber() @IsPositive() price!: number;
  @IsLatitude() latitude!: number;
  @IsBoolean() isOpen!: boolean;
  @IsArray() @ArrayMinSize(2) @IsString({ each: true }) tags!: string[];
  @IsArray() @ValidateNested({ each: true }) @Type(() => Line) lines!: Line[];
  @IsOptional() @IsUUID() parent?: string;
}

class Place {
  @Path('id') @IsUUID() id!: string;
}

class Search {
  @Query('term') @Length(3, 20) term!: string;
  @Query('limit') @IsOptional() @Type(() => Number) @IsInt() limit?: number;
}

async function everything(): Promise<Started> {
  const app = express();
  const docs = new Docs({ info: { title: 'Everything', version: '1.0.0' }, ui: { viewerSource: 'local' } });
  const responses = { 200: response('What was sent', Everything) };
  expressOperations(app, docs, [
    operation({ method: 'POST', path: '/things', body: Everything, responses }, ({ body }) => body),
    operation(
      { method: 'PUT', path: '/things/:id', params: Place, body: Everything, responses },
      ({ body }) => body,
    ),
    operation(
      { method: 'GET', path: '/things', query: Search, responses: { 200: response('All', [Everything]) } },
      () => [],
    ),
    operation(
      { method: 'DELETE', path: '/things/:id', params: Place, responses: { 204: response('Deleted') } },
      () => undefined,
    ),
  ]);
  docs.addWebhook(Line, { name: 'line.added' });
  docs.mount(app, '/docs');
  const { origin, close } = await listening(app.listen(0, '127.0.0.1'));
  return { url: origin, close };
}

async function greetings(): Promise<Started> {
  const app = express();
  const docs = new Docs({ info: { title: 'Greetings', version: '1.0.0' }, ui: { viewerSource: 'local' } });
  expressOperations(app, docs, [greet]);
  docs.mount(app, '/docs');
  const { origin, close } = await listening(app.listen(0, '127.0.0.1'));
  return { url: origin, close };
}

async function nestService(
  module: object,
  settle: (app: INestApplication) => void = (app) =>
    app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true })),
): Promise<Started> {
  const app = await NestFactory.create(module, { logger: false });
  settle(app);
  nestDocs(app, { info: { title: 'Cats', version: '1.0.0' }, ui: { viewerSource: 'local' } }).mount(
    app as never,
    '/docs',
  );
  await app.listen(0, '127.0.0.1');
  return { url: (await app.getUrl()).replace('[::1]', '127.0.0.1'), close: () => app.close() };
}

const SERVICES: Readonly<Record<string, () => Promise<Started>>> = {
  'samples/shop': () => startShop(0, () => undefined),
  'samples/frameworks': greetings,
  'samples/nest': () => nestService(CatsModule),
  'test/fixtures/nest/cats': () => nestService(FixtureCatsModule),
  'test/fixtures/nest/shop': () =>
    nestService(ShopModule, (app) => settleShop(app, new ClassSerializerInterceptor(app.get(Reflector)))),
  'classes without examples': everything,
};

/** Operations whose documented response is a redirect to a host outside. */
const NOT_SENT: ReadonlySet<string> = new Set(['get /api/various/answers/moved']);

interface Shown {
  readonly paths: Record<string, Record<string, { readonly summary: string }>>;
}

/** Contrast of the text of the current link with the background behind it (WCAG 2.2, relative luminance). */
const CONTRAST = `(() => {
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map((part) => {
      const value = part / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const partsOf = (color) => color.match(/[0-9.]+/g).map(Number);
  const link = document.querySelector('aside a.text-sidebar-c-active.bg-sidebar-b-active');
  const [red, green, blue, alpha = 1] = partsOf(getComputedStyle(link).backgroundColor);
  const behind = partsOf(getComputedStyle(document.body).backgroundColor);
  const back = [red, green, blue].map((part, index) => part * alpha + behind[index] * (1 - alpha));
  const [light, dark] = [luminance(partsOf(getComputedStyle(link).color)), luminance(back)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
})()`;

/** Opens the operation from the sidebar, and sends what the page has filled in. */
async function firstSend(page: Page, url: string, summary: string): Promise<string> {
  await page.locator('aside').getByText(summary, { exact: true }).first().click();
  const section = page
    .locator('section', { has: page.getByRole('heading', { name: summary, exact: true }) })
    .last();
  await section
    .getByRole('button', { name: /Test Request/ })
    .first()
    .click();
  const answer = page.waitForResponse((response) => !response.url().startsWith(`${url}/docs/`));
  await page
    .getByRole('button', { name: /^Send\b.*request to/ })
    .first()
    .click();
  const response = await answer;
  const body = response.ok() ? '' : ` ${await response.text()}`;
  await page.keyboard.press('Escape');
  return `${response.status()}${body}`;
}

describeInBrowser("the page's first Send", (browser) => {
  test.each(Object.entries(SERVICES))('%s: every operation answers 2xx', async (name, start) => {
    const service = await start();
    const text = await (await fetch(`${service.url}/docs/?openapi=page`)).text();
    const shown = JSON.parse(text) as Shown;
    const operations = Object.entries(shown.paths).flatMap(([path, item]) =>
      Object.entries(item)
        .map(([method, { summary }]) => ({ place: `${method} ${path}`, summary }))
        .filter(({ place }) => !NOT_SENT.has(place)),
    );
    const { page, context, log } = await openPage(browser(), { colorScheme: 'dark' });
    await page.goto(`${service.url}/docs/`);
    await waitForState(page, 'shown');
    const statuses: Record<string, string> = {};
    for (const { place, summary } of operations)
      statuses[place] = await firstSend(page, service.url, summary);
    if (name === 'classes without examples')
      await page.locator('aside').getByText('Webhooks').first().waitFor();
    const contrast = await page.evaluate(CONTRAST);
    await keepScreenshot(page, `first-send-${name.replace(/\W+/g, '-')}`);
    await context.close();
    await service.close();
    expect(operations.length).toBeGreaterThan(0);
    for (const { place } of operations)
      expect({ place, status: statuses[place] }).toMatchObject({
        status: expect.stringMatching(/^20[0-4]$/) as string,
      });
    expect(contrast).toBeGreaterThan(4.5);
    // The policy forbids the frame in which the viewer previews a text.
    expect(log.violations.filter((violation) => !violation.startsWith('frame-src blob'))).toEqual([]);
  });
});
