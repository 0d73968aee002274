// Draws the diagrams of the guides: docs/pictures/*.svg, light and dark. Run it after a change to this file.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder to draw into; a test names another one. */
const FOLDER = process.argv[2] ?? fileURLToPath(new URL('../docs/pictures', import.meta.url));

const STYLE = `
    .panel { fill: #ffffff; stroke: #d5dae1 }
    .box { fill: #f5f7fa; stroke: #c3cad4 }
    .end { fill: #e8f0fe; stroke: #3b6fd4 }
    .line { fill: none; stroke: #3b6fd4; stroke-width: 1.6 }
    .head { fill: #3b6fd4 }
    text { font: 13px system-ui, -apple-system, 'Segoe UI', sans-serif; fill: #4a5462 }
    .name { font-weight: 600; font-size: 14px; fill: #1b222c }
    .code { font: 12.5px ui-monospace, 'SFMono-Regular', Menlo, Consolas, monospace; fill: #1b222c }
    @media (prefers-color-scheme: dark) {
      .panel { fill: #14181f; stroke: #333c48 }
      .box { fill: #1d232c; stroke: #3f4a58 }
      .end { fill: #1c2a45; stroke: #7ba4f4 }
      .line { stroke: #7ba4f4 }
      .head { fill: #7ba4f4 }
      text { fill: #b4bfcc }
      .name, .code { fill: #eef2f7 }
    }`;

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const text = (x, y, words, kind = '', anchor = 'start') =>
  `<text${kind && ` class="${kind}"`} x="${x}" y="${y}" text-anchor="${anchor}" xml:space="preserve">${escaped(words)}</text>`;

/** A box with a name and lines below it; lines in backticks are code. */
function box(x, y, width, height, name, lines = [], kind = 'box') {
  return [
    `<rect class="${kind}" x="${x}" y="${y}" width="${width}" height="${height}" rx="8"/>`,
    text(x + 14, y + 24, name, 'name'),
    ...lines.map((line, index) =>
      text(x + 14, y + 45 + index * 19, line.replaceAll('`', ''), line.startsWith('`') ? 'code' : ''),
    ),
  ].join('\n  ');
}

/** A line through points, with a head at the end and words at a place. */
function arrow(points, words = '', [x, y] = [0, 0], anchor = 'start') {
  const [from, to] = points.slice(-2);
  const angle = (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI;
  return [
    `<path class="line" d="M${points.map((point) => point.join(' ')).join(' L')}"/>`,
    `<path class="head" transform="translate(${to.join(' ')}) rotate(${angle.toFixed(0)})" d="M0 0 l-10 -5 v10 z"/>`,
    ...words
      .split('\n')
      .map((line, index) =>
        text(x, y + index * 17, line.replaceAll('`', ''), line.startsWith('`') ? 'code' : '', anchor),
      ),
  ].join('\n  ');
}

function draw(name, title, description, height, parts) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 ${height}" width="900" height="${height}" role="img" aria-labelledby="title text">
  <title id="title">${escaped(title)}</title>
  <desc id="text">${escaped(description)}</desc>
  <style>${STYLE}
  </style>
  <rect class="panel" x="0.5" y="0.5" width="899" height="${height - 1}" rx="10"/>
  ${parts.join('\n  ')}
</svg>
`;
  writeFileSync(path.join(FOLDER, `${name}.svg`), svg);
}

draw(
  'delivery',
  'Life of a delivery',
  'A sent message is queued, a worker attempts it, and it ends as sent, gone, dead, paused or cancelled. Failures are retried after a delay. Resume and redeliver queue it again.',
  420,
  [
    box(130, 150, 130, 60, 'queued', ['in the store']),
    arrow(
      [
        [24, 180],
        [130, 180],
      ],
      '`send()`',
      [34, 170],
    ),
    box(370, 150, 140, 60, 'attempt', ['by a worker']),
    arrow(
      [
        [260, 180],
        [370, 180],
      ],
      'due',
      [302, 170],
    ),
    box(690, 24, 186, 60, 'sent', ['the receiver has it'], 'end'),
    box(690, 150, 186, 60, 'gone', ['the receiver wants none'], 'end'),
    box(690, 276, 186, 60, 'dead', ['kept for you'], 'end'),
    box(130, 276, 130, 60, 'paused', ['kept, no attempt'], 'end'),
    box(316, 276, 116, 60, 'cancelled', ['no attempt'], 'end'),
    arrow(
      [
        [260, 202],
        [356, 202],
        [356, 276],
      ],
      '`cancel()`',
      [366, 247],
    ),
    arrow(
      [
        [510, 165],
        [600, 165],
        [600, 54],
        [690, 54],
      ],
      'status 2xx',
      [608, 44],
    ),
    arrow(
      [
        [510, 180],
        [690, 180],
      ],
      'status 410',
      [608, 170],
    ),
    arrow(
      [
        [510, 195],
        [600, 195],
        [600, 306],
        [690, 306],
      ],
      'no attempt left,\nor none can succeed',
      [592, 262],
      'end',
    ),
    arrow(
      [
        [440, 150],
        [440, 100],
        [195, 100],
        [195, 150],
      ],
      'retrying: another status, or no answer; queued again after a delay',
      [140, 90],
    ),
    arrow(
      [
        [170, 210],
        [170, 276],
      ],
      '`pauseEndpoint()`\n`disabled: true`',
      [160, 238],
      'end',
    ),
    arrow(
      [
        [220, 276],
        [220, 210],
      ],
      '`resumeEndpoint()`',
      [232, 247],
    ),
    arrow(
      [
        [783, 336],
        [783, 385],
        [30, 385],
        [30, 195],
        [130, 195],
      ],
      '`redeliver()`, by you',
      [440, 377],
      'middle',
    ),
  ],
);

const STAGES = [
  ['router', 'your framework finds the operation', '404, by your framework'],
  ['verify', 'credentials, before the body is read', '401, 403'],
  ['limits', 'bytes, media type, number of values', '413, 415, 400'],
  ['schema', "the document's schema accepts what was sent", '400 or 422, with a pointer'],
  ['instance', 'undocumented members are dropped', ''],
  ['rules', 'class-validator accepts the instance', '400 or 422, with the rule'],
  ['handler', 'your code gets a valid instance', 'its errors go to your framework'],
  ['writer', 'documented members only, in their order', ''],
];
draw(
  'request',
  'Way of a request',
  STAGES.map(([name, does]) => `${name}: ${does}`).join('; '),
  24 + STAGES.length * 58,
  STAGES.flatMap(([name, does, refused], index) => {
    const y = 20 + index * 58;
    return [
      box(24, y, 480, 38, name),
      text(124, y + 24, does),
      ...(index > 0
        ? [
            arrow([
              [60, y - 20],
              [60, y],
            ]),
          ]
        : []),
      ...(refused
        ? [
            arrow(
              [
                [504, y + 19],
                [580, y + 19],
              ],
              refused,
              [592, y + 24],
            ),
          ]
        : []),
    ];
  }),
);

draw(
  'views',
  'One class, two schemas',
  'The class Account becomes AccountInput for requests, without read-only members, and Account for responses, without write-only members.',
  236,
  [
    box(24, 62, 330, 112, 'class Account', [
      '`@ReadOnly() id!: number;',
      '`mail!: string;',
      '`@WriteOnly() password!: string;',
    ]),
    box(560, 20, 316, 88, 'AccountInput, for requests', ['`mail', '`password']),
    box(560, 128, 316, 88, 'Account, for responses', ['`id', '`mail']),
    arrow(
      [
        [354, 90],
        [560, 64],
      ],
      'what may arrive',
      [400, 60],
    ),
    arrow(
      [
        [354, 146],
        [560, 172],
      ],
      'what may leave',
      [400, 188],
    ),
  ],
);

const DAYS = [
  ['before', ['`secrets: [old]'], ['`v1,old'], 'verifies with old'],
  ['new secret first', ['`secrets: [new, old]'], ['`v1,new v1,old'], 'verifies with either one'],
  ['old one removed', ['`secrets: [new]'], ['`v1,new'], 'verifies with new'],
];
draw(
  'rotation',
  'Rotation of two secrets',
  'Before, messages have one signature. During the rotation they have two, one by each secret, so the customer can change at any time. Then the old secret is removed.',
  290,
  DAYS.flatMap(([name, secrets, signatures, verifies], index) => {
    const x = 24 + index * 296;
    return [
      box(x, 24, 260, 62, name, secrets),
      arrow([
        [x + 130, 86],
        [x + 130, 118],
      ]),
      box(x, 118, 260, 62, 'webhook-signature', signatures),
      arrow([
        [x + 130, 180],
        [x + 130, 212],
      ]),
      box(x, 212, 260, 62, 'the customer', [verifies], 'end'),
      ...(index < 2
        ? [
            arrow([
              [x + 260, 55],
              [x + 296, 55],
            ]),
          ]
        : []),
    ];
  }),
);

const part = (x, y, width, words, name, lines) => [
  `<rect class="box" x="${x}" y="${y}" width="${width}" height="36" rx="6"/>`,
  text(x + width / 2, y + 23, words, 'code', 'middle'),
  text(x + 2, y + 60, name, 'name'),
  ...lines.map((line, index) => text(x + 2, y + 79 + index * 18, line)),
];
draw(
  'paths',
  'Where the parts of a URL come from',
  'servers has the origin and the path of a proxy. prefix is the mount path of the router. path belongs to the operation. docs.mount has the mount path of the page.',
  290,
  [
    ...part(24, 24, 330, 'https://shop.example/gateway', 'servers', [
      'in the document, once; the process sees none',
      'of it if a proxy removes it',
    ]),
    ...part(372, 24, 200, '/api/v1', 'prefix', [
      'where your router is mounted;',
      'in each path of the document',
    ]),
    ...part(590, 24, 286, '/items/{id}', 'path', ['of the operation']),
    ...part(24, 160, 330, 'https://shop.example', 'your host', [
      'links of the page are relative, so a proxy',
      'may add a path before it',
    ]),
    ...part(372, 160, 200, '/docs', 'mount path', ["of `docs.mount(app, '/docs')`".replaceAll('`', '')]),
    ...part(590, 160, 286, '/openapi.json', 'files of the page', [
      'basePath, in tests and fuzz, is the path',
      'of servers, if requests have it',
    ]),
  ],
);
