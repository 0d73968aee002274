import { describeInBrowser } from '../../support/page/browser.js';
import { startPage, startRuntime, WORKERD_DATES } from './web-runtimes.js';
import { describeBinary, prepareBundle, testsOf, testsOfWorkerd } from './web-tests.js';

prepareBundle();

describeBinary('workerd with nodejs_compat', () => {
  testsOfWorkerd(WORKERD_DATES['with nodejs_compat']);
});

describeBinary.each(['bun', 'deno'] as const)('a bundle for browsers in %s', (name) => {
  testsOf(() => startRuntime(name));
});

describeInBrowser('a bundle for browsers in Chromium', (open) => {
  testsOf(() => startPage(open()));
});
