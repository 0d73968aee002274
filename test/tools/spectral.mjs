// Spectral's ruleset for OpenAPI: reads documents by name from stdin, prints its findings by name.
import { json } from 'node:stream/consumers';
import spectralCore from '@stoplight/spectral-core';
// The ruleset alone: the package's own entry wants AsyncAPI's schemas, 900 files, as well.
import ruleset from '@stoplight/spectral-rulesets/dist/oas/index.js';

const { Spectral } = spectralCore;
const spectral = new Spectral();
spectral.setRuleset({ extends: [[ruleset.default, 'recommended']], rules: {} });

const findings = {};
for (const [name, document] of Object.entries(await json(process.stdin))) {
  const found = await spectral.run(document);
  findings[name] = found.map(({ code, message, path, severity }) => ({
    rule: String(code),
    message,
    place: path.join('/'),
    isError: severity === 0,
  }));
}
process.stdout.write(JSON.stringify(findings));
