import { docsFixture, type FixtureOptions } from './docs-fixture.js';
import { shopDocument } from '../documents/shop-document.js';
import type { HasDocsServer } from '../../../src/page/docs-server.js';

export const USER = 'reader';
export const PASSWORD = 'pass:word ünï';
export const KEY = 'k3y/with+odd &chars';
export const SESSION = 'session=alive';

/** `Authorization` of a user and password. */
export function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

const VIEW = {
  name: 'part',
  ...docsFixture({ title: 'Part', document: { ...shopDocument('/api'), 'x-part': 1 } }),
};

/** Configurations that every framework mounts, each at `/{name}`. The API is at `/api` of the same server. */
export const VARIANTS = {
  open: {},
  protected: { docsAuth: { enabled: true, username: USER, password: PASSWORD, apiKey: KEY } },
  'sign-in': { docsAuth: { enabled: true, apiKey: [KEY, 'another'] } },
  misconfigured: { docsAuth: { enabled: true, username: USER } },
  local: { ui: { viewerSource: 'local' } },
  'local-protected': {
    ui: { viewerSource: 'local' },
    docsAuth: { enabled: true, username: USER, password: PASSWORD, apiKey: KEY },
  },
  session: {
    authorize: (request) => Promise.resolve(request.headers.cookie === SESSION),
    ui: { specCORSOrigin: '-' },
  },
  views: {
    docsAuth: { enabled: true, username: USER, password: PASSWORD },
    views: () => [VIEW],
  },
} satisfies Record<string, FixtureOptions>;

export type VariantName = keyof typeof VARIANTS;
export const VARIANT_NAMES = Object.keys(VARIANTS) as VariantName[];

/** New servers for all variants. */
export function docsVariants(): [base: string, docs: HasDocsServer][] {
  return Object.entries<FixtureOptions>(VARIANTS).map(([name, options]) => [
    `/${name}`,
    docsFixture({ document: shopDocument('/api'), ...options }),
  ]);
}
