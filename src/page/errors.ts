import { DtospecError, recogniseAcrossCopies } from '../shared/errors.js';
import { kindOf } from '../shared/values.js';
import type { ViewerName } from '../documents/openapi/config/page-options.js';
import { VIEWER_KINDS } from './viewers.js';

/** `authorize` returned an invalid answer. */
export class AuthorizeError extends DtospecError {
  override readonly name = 'AuthorizeError';
  readonly code = 'ERR_AUTHORIZE';

  constructor(wrong: string) {
    super(
      `authorize must return true, false, { redirect } with a path or URL in visible ASCII characters, or { status } ` +
        `from 400 to 599, not ${wrong}.`,
    );
  }
}

/** The package of a locally served viewer is not installed. */
export class ViewerNotInstalledError extends DtospecError {
  override readonly name = 'ViewerNotInstalledError';
  readonly code = 'ERR_VIEWER_NOT_INSTALLED';

  constructor(viewer: ViewerName) {
    const { package: name, cdn } = VIEWER_KINDS[viewer];
    const [asks, otherwise] = cdn
      ? ["ui.viewerSource is 'local'", "leave ui.viewerSource at 'cdn'"]
      : [`ui.viewer is '${viewer}'`, 'remove ui.viewer'];
    super(
      `${asks}, but ${name} is not installed where this program can find it: ` +
        `run \`npm install ${name}\` in its folder, or ${otherwise}.`,
    );
  }
}

/** Invalid base path of the docs. */
export class BasePathError extends DtospecError {
  override readonly name = 'BasePathError';
  readonly code = 'ERR_BASE_PATH';

  constructor(given: unknown) {
    super(
      typeof given === 'string'
        ? `The base path ${JSON.stringify(given)} never matches a request: remove queries, fragments and spaces, and percent-encode characters outside ASCII, as in '/docs'.`
        : `The docs need a base path, a string such as '/docs', not ${kindOf(given)}.`,
    );
  }
}

/** The docs were mounted on, or called by, something that cannot serve them. */
export class ServingError extends DtospecError {
  override readonly name = 'ServingError';
  readonly code = 'ERR_SERVING';
}

/** A configured value that an HTTP header cannot contain. */
export class HeaderValueError extends DtospecError {
  override readonly name = 'HeaderValueError';
  readonly code = 'ERR_HEADER_VALUE';

  constructor(option: string) {
    super(`${option} contains a character that a header cannot contain. Use visible ASCII characters only.`);
  }
}

/** An invalid `ui.contentSecurityPolicy`. */
export class PolicyError extends DtospecError {
  override readonly name = 'PolicyError';
  readonly code = 'ERR_CONTENT_SECURITY_POLICY';

  constructor(directive: string) {
    super(
      `ui.contentSecurityPolicy[${JSON.stringify(directive)}] needs a directive's name and a list of sources, ` +
        "each one word without ';' and ',', as in { 'connect-src': ['https://login.example.com'] }.",
    );
  }
}

recogniseAcrossCopies({
  AuthorizeError,
  BasePathError,
  HeaderValueError,
  PolicyError,
  ServingError,
  ViewerNotInstalledError,
});
