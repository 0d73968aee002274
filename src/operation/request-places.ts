import type { ParameterPlace } from '../spec/document.js';
import type { MatchPath } from './path-matcher.js';
import { cookiePairs, decodeForm, decodePercent, formPairs, type RawPlace } from './raw-value.js';
import type { OperationRequest } from './types.js';

/** Where the values of each place stand in a request; each is taken apart once, where somebody asks. */
export class RequestPlaces {
  #query: RawPlace | undefined;
  #path: RawPlace | undefined;
  #cookie: RawPlace | undefined;

  constructor(
    private readonly request: OperationRequest,
    private readonly matchPath: MatchPath,
  ) {}

  get query(): RawPlace {
    const { target } = this.request;
    const mark = target.indexOf('?');
    return (this.#query ??= {
      pairs: mark < 0 ? [] : formPairs(target.slice(mark + 1)),
      decode: decodeForm,
    });
  }

  get path(): RawPlace {
    if (this.#path !== undefined) return this.#path;
    const { target } = this.request;
    const mark = target.indexOf('?');
    const found = this.matchPath(mark < 0 ? target : target.slice(0, mark));
    return (this.#path = { pairs: found ?? [], decode: decodePercent });
  }

  get cookie(): RawPlace {
    return (this.#cookie ??= {
      pairs: cookiePairs(this.request.headers.cookie ?? ''),
      decode: decodePercent,
    });
  }

  header(name: string): RawPlace {
    const value = this.request.headers[name.toLowerCase()];
    return { pairs: value === undefined ? [] : [[name, value]], decode: verbatim };
  }
}

/** How each place is asked for. */
export const PLACES: Readonly<Record<ParameterPlace, (places: RequestPlaces, name: string) => RawPlace>> = {
  path: ({ path }) => path,
  query: ({ query }) => query,
  header: (places, name) => places.header(name),
  cookie: ({ cookie }) => cookie,
};

function verbatim(text: string): string {
  return text;
}
