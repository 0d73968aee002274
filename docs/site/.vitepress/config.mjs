import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { apiSidebar } from './api-sidebar.mjs';
import { defineConfig } from 'vitepress';
import * as compiler from 'vue/compiler-sfc';
import { navigation } from '../navigation.mjs';
import { slug } from '../slug.mjs';
import { home, linkToRepository } from './repository-links.mjs';

const { description, version } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
);
// The tests ask only whether every page can be made and every link leads somewhere: half of a build is how it looks.
const isCheck = process.env.DTOSPEC_SITE === 'check';
const hasApi = !isCheck && existsSync(new URL('../../api/index.md', import.meta.url));

const sidebar = navigation.map(({ title, pages }) => ({
  text: title,
  collapsed: false,
  items: pages.map(([text, page]) => ({ text, link: `/${page}` })),
}));

const here = fileURLToPath(import.meta.url);

/** The guides are outside of this folder: from there Vue would be looked for among the repository's own packages. */
const resolveFromSite = {
  name: 'resolve-from-site',
  enforce: 'pre',
  resolveId(source, importer, options) {
    if (!/^vue(?=\/|$)/.test(source)) return null;
    // What renders pages runs in this folder.
    if (options.ssr) return { id: source, external: true };
    return importer?.includes('.md') ? this.resolve(source, here, { ...options, skipSelf: true }) : null;
  },
};

export default defineConfig({
  title: 'dtospec',
  description,
  srcDir: '..',
  mpa: isCheck,
  srcExclude: hasApi ? ['site/**'] : ['site/**', 'api/**'],
  outDir: '../../build/site',
  cacheDir: '../../build/site-cache',
  cleanUrls: true,
  // What is there is linked to, and what is linked to is there.
  ignoreDeadLinks: false,
  markdown: {
    anchor: { slugify: slug },
    config: linkToRepository,
    ...(isCheck && { highlight: (code) => `<pre v-pre>${escapeHtml(code)}</pre>` }),
  },
  // The site's own, not the one that the repository happens to have for something else.
  vue: { compiler },
  vite: {
    plugins: [resolveFromSite],
    build: isCheck ? { minify: false, rollupOptions: { treeshake: false } } : {},
  },
  themeConfig: {
    version,
    // An index in the site itself: nothing is asked of anybody else.
    search: {
      provider: 'local',
      options: {
        miniSearch: {
          // Who looks for a word wants to read of it first, and its type then.
          searchOptions: { boostDocument: (page) => (page.startsWith('/api/') ? 0.2 : 1) },
        },
      },
    },
    outline: [2, 3],
    sidebar: hasApi ? { '/api/': apiSidebar(), '/': sidebar } : sidebar,
    nav: [
      { text: 'Guides', link: '/from-zero', activeMatch: '^/(?!api/|$)' },
      ...(hasApi ? [{ text: 'API', link: '/api/', activeMatch: '^/api/' }] : []),
      {
        text: version,
        items: [
          { text: 'Compatibility', link: '/compatibility' },
          ...(home ? [{ text: 'Changes', link: `${home}/blob/main/CHANGELOG.md` }] : []),
          ...(home ? [{ text: 'Other versions', link: `${home}/tags` }] : []),
        ],
      },
      ...(home ? [{ text: 'Repository', link: home }] : []),
    ],
  },
});

function escapeHtml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
