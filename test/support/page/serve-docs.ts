import { docsFixture, type FixtureOptions } from './docs-fixture.js';
import { listen, type Listening } from '../network/listen.js';
import { sampleAPI } from './sample-api.js';

/** The docs of one configuration at `/docs`, over the sample API. */
export function serveDocs(options: FixtureOptions = {}): Promise<Listening> {
  const middleware = docsFixture(options).server.middleware('/docs');
  return listen((request, response) => {
    middleware(request, response, (error) => {
      if (error === undefined) sampleAPI(request, response);
      else response.writeHead(500).end();
    });
  });
}
