import { ParameterSources } from '../../../../src/operations/request/parameter-sources.js';
import type { OperationRequest } from '../../../../src/shared/http.js';

it('reads the headers only for parameters in headers and cookies', () => {
  let reads = 0;
  const request: OperationRequest = {
    method: 'GET',
    target: '/users/1?page=2',
    pathParameters: [['id', '1']],
    get headers() {
      reads += 1;
      return { cookie: 'theme=dark', 'x-trace': 'a' };
    },
    signal: new AbortController().signal,
    raw: undefined,
  };
  const sources = new ParameterSources(request);
  expect(sources.valuesIn('path', 'id').pairs).toEqual([['id', '1']]);
  expect(sources.valuesIn('query', 'page').pairs).toEqual([['page', '2']]);
  expect(reads).toBe(0);
  expect(sources.valuesIn('cookie', 'theme').pairs).toEqual([['theme', 'dark']]);
  expect(sources.valuesIn('header', 'X-Trace').pairs).toEqual([['X-Trace', 'a']]);
});
