import { readFileSync } from 'node:fs';
import path from 'node:path';

const { repository } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
const url = typeof repository === 'string' ? repository : repository?.url;
/** The address of the repository's page, if package.json has it. */
export const home = url?.replace(/^git\+/, '').replace(/\.git$/, '');

/**
 * Links out of docs/ (`../samples/shop`) lead to the repository, for the site has no such page; where it is not known, a
 * link is its text alone.
 */
export function linkToRepository(md) {
  md.core.ruler.push('repository_links', ({ tokens }) => {
    for (const token of tokens) if (token.children) token.children = relink(token.children);
  });
}

function relink(tokens) {
  let isInside = false;
  return tokens.filter((token) => {
    const href = token.type === 'link_open' ? token.attrGet('href') : null;
    if (href?.startsWith('../')) {
      isInside = home === undefined;
      token.attrSet('href', `${home}/blob/main/${path.posix.normalize(href.slice('../'.length))}`);
      return !isInside;
    }
    if (!isInside || token.type !== 'link_close') return true;
    isInside = false;
    return false;
  });
}
