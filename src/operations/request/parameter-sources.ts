import { splitTarget } from '../../shared/http.js';
import type { ParameterPlace } from '../../documents/openapi/types/document.js';
import {
  cookiePairs,
  decodeForm,
  decodePercent,
  decodeStrictly,
  formPairs,
  type RawPlace,
} from './parameter-styles.js';
import type { OperationRequest } from '../types.js';

/** The raw values of each parameter location of a request, parsed on first use. */
export class RequestPlaces {
  #query: RawPlace | undefined;
  #cookie: RawPlace | undefined;

  constructor(private readonly request: OperationRequest) {}

  get query(): RawPlace {
    return (this.#query ??= {
      pairs: formPairs(splitTarget(this.request.target).query),
      decode: decodeForm,
    });
  }

  get path(): RawPlace {
    return { pairs: this.request.pathParameters, decode: decodeStrictly };
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

export const PLACES: Readonly<Record<ParameterPlace, (places: RequestPlaces, name: string) => RawPlace>> = {
  path: ({ path }) => path,
  query: ({ query }) => query,
  header: (places, name) => places.header(name),
  cookie: ({ cookie }) => cookie,
};

function verbatim(text: string): string {
  return text;
}
