import { ConfigError } from '../shared/errors.js';
import { kindOf } from '../shared/values.js';
import type { ViewerName } from '../documents/openapi/config/page-options.js';
import { VIEWER_KINDS } from './viewers.js';

export function invalidAnswer(wrong: string): ConfigError {
  return new ConfigError(
    `authorize must return true, false, { redirect } with a path or URL in visible ASCII characters, or { status } ` +
      `from 400 to 599, not ${wrong}.`,
    { code: 'ERR_AUTHORIZE' },
  );
}

export function viewerNotInstalled(viewer: ViewerName): ConfigError {
  const { package: name, cdn } = VIEWER_KINDS[viewer];
  const [asks, otherwise] = cdn
    ? ["ui.viewerSource is 'local'", "leave ui.viewerSource at 'cdn'"]
    : [`ui.viewer is '${viewer}'`, 'remove ui.viewer'];
  return new ConfigError(
    `${asks}, but ${name} is not installed where this program can find it: ` +
      `run \`npm install ${name}\` in its folder, or ${otherwise}.`,
    { code: 'ERR_VIEWER_NOT_INSTALLED' },
  );
}

export function invalidBasePath(given: unknown): ConfigError {
  return new ConfigError(
    typeof given === 'string'
      ? `The base path ${JSON.stringify(given)} never matches a request: remove queries, fragments and spaces, and percent-encode characters outside ASCII, as in '/docs'.`
      : `The docs need a base path, a string such as '/docs', not ${kindOf(given)}.`,
    { code: 'ERR_BASE_PATH' },
  );
}

export function notServable(problem: string, options?: ErrorOptions): ConfigError {
  return new ConfigError(problem, { ...options, code: 'ERR_SERVING' });
}
