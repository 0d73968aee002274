import { readFileSync } from 'node:fs';
import path from 'node:path';
import { listen, type Listening } from '../../support/network/listen.js';
import { toolFile } from '../../support/programs/tools.js';
import { VIEWER_VERSIONS, viewerFile } from '../../support/page/viewers.js';

/** A viewer: its files, and the program that shows `url` in `#app` and says so when it has. */
interface Viewer {
  /** By the name under which the page asks for them. */
  readonly files: () => Readonly<Record<string, string>>;
  readonly program: (url: string) => string;
}

const NEWEST = VIEWER_VERSIONS.at(-1) ?? '';
const SHOWN = `() => { document.documentElement.dataset.state = 'shown'; }`;

/** Everything open, so that everything is drawn. */
export const VIEWERS: Readonly<Record<string, Viewer>> = {
  redoc: {
    files: () => ({ 'redoc.js': toolFile('redoc/bundles/redoc.standalone.js') }),
    program: (url) => `
      const options = { expandResponses: 'all', jsonSampleExpandLevel: 'all', schemasExpansionLevel: 'all' };
      Redoc.init('${url}', options, document.getElementById('app'), (error) => {
        if (error) console.error(error);
        else (${SHOWN})();
      });`,
  },
  'swagger-ui': {
    files: () => ({
      'swagger.css': toolFile('swagger-ui-dist/swagger-ui.css'),
      'swagger.js': toolFile('swagger-ui-dist/swagger-ui-bundle.js'),
    }),
    program: (url) => `
      SwaggerUIBundle({
        url: '${url}', dom_id: '#app', docExpansion: 'full', defaultModelsExpandDepth: 3,
        defaultModelExpandDepth: 3, validatorUrl: null, onComplete: ${SHOWN},
      });`,
  },
  'scalar-1.46': {
    files: () => ({ 'scalar-1.46.js': viewerFile('1.46.4') }),
    program: scalar,
  },
  scalar: {
    files: () => ({ 'scalar.js': viewerFile(NEWEST) }),
    program: scalar,
  },
};

function scalar(url: string): string {
  return `
    Scalar.createApiReference('#app', {
      url: '${url}', telemetry: false, withDefaultFonts: false, agent: { disabled: true }, mcp: { disabled: true },
      showDeveloperTools: 'never', defaultOpenAllTags: true, expandAllModelSections: true,
      expandAllResponses: true, onLoaded: ${SHOWN},
    });`;
}

const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' };

/** Serves `/{viewer}/{document}`, a page that shows the document in the viewer. */
export function serveViewers(documents: Readonly<Record<string, object>>): Promise<Listening> {
  const files = Object.assign({}, ...Object.values(VIEWERS).map((viewer) => viewer.files())) as Record<
    string,
    string
  >;
  return listen((request, response) => {
    const [, kind = '', name = ''] = decodeURI(request.url ?? '').split('/');
    const viewer = VIEWERS[kind];
    const file = files[name];
    if (kind === 'documents')
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(documents[name]));
    else if (viewer !== undefined)
      response.writeHead(200, { 'content-type': 'text/html' }).end(pageOf(viewer, `/documents/${name}`));
    else if (file !== undefined)
      response
        .writeHead(200, {
          'content-type': `${TYPES[path.extname(file)] ?? ''}; charset=utf-8`,
          // Chromium keeps what it has compiled of a file as long as it keeps the file.
          'cache-control': 'max-age=600',
        })
        .end(readFileSync(file));
    else response.writeHead(404).end();
  });
}

function pageOf({ files, program }: Viewer, url: string): string {
  const heads = Object.keys(files()).map((name) =>
    name.endsWith('.css')
      ? `<link rel="stylesheet" href="/files/${name}">`
      : `<script src="/files/${name}" defer></script>`,
  );
  return `<!doctype html><html><head><link rel="icon" href="data:,">${heads.join('')}</head>
    <body><div id="app"></div><script type="module">${program(url)}</script></body></html>`;
}
