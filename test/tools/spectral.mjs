// Spectral's ruleset for OpenAPI: reads documents by name from stdin, prints its findings by name.
import { json } from 'node:stream/consumers';
import spectralCore from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';

const { Spectral } = spectralCore;
const spectral = new Spectral();
spectral.setRuleset({ extends: [[rulesets.oas, 'recommended']], rules: {} });

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
