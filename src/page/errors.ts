import { recogniseAcrossCopies } from '../shared/across-copies.js';
import { DtospecError } from '../shared/errors.js';
import type { ViewerName } from '../documents/openapi/ui-config.js';
import { VIEWER_KINDS } from './viewer-kinds.js';

/** `authorize` answered with something that says neither yes nor no. */
export class AuthorizeError extends DtospecError {
  override readonly name = 'AuthorizeError';
  readonly code = 'ERR_AUTHORIZE';

  constructor(wrong: string) {
    super(
      `authorize needs to answer true, false, { redirect } with a path or URL in visible ASCII characters, or { status } ` +
        `from 400 to 599, not ${wrong}.`,
    );
  }
}

/** The viewer is served from this process, and its package is not there. */
export class ViewerNotInstalledError extends DtospecError {
  override readonly name = 'ViewerNotInstalledError';
  readonly code = 'ERR_VIEWER_NOT_INSTALLED';

  constructor(viewer: ViewerName) {
    const { package: name, cdn } = VIEWER_KINDS[viewer];
    const [asks, otherwise] = cdn
      ? ["ui.viewerSource is 'local'", "leave ui.viewerSource at 'cdn'"]
      : [`ui.viewer is '${viewer}'`, 'leave ui.viewer away'];
    super(
      `${asks}, but ${name} is not installed where this program can find it: ` +
        `run \`npm install ${name}\` in its folder, or ${otherwise}.`,
    );
  }
}

recogniseAcrossCopies({ AuthorizeError, ViewerNotInstalledError });
