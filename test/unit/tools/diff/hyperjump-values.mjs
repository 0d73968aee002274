// A validator that the comparison does not use, as a process of its own: it is an ES module, which jest cannot import.
// Reads `[{ version, schema, value }]` from standard input, prints what each schema makes of its value.
import '@hyperjump/json-schema/formats';
import { registerSchema as register30, validate as validate30 } from '@hyperjump/json-schema/openapi-3-0';
import {
  registerSchema as register31,
  setShouldValidateFormat,
  validate as validate31,
} from '@hyperjump/json-schema/openapi-3-1';
import { registerSchema as register32, validate as validate32 } from '@hyperjump/json-schema/openapi-3-2';

setShouldValidateFormat(true);
const DIALECTS = {
  '3.0': 'https://spec.openapis.org/oas/3.0/dialect',
  3.1: 'https://spec.openapis.org/oas/3.1/dialect/base',
  3.2: 'https://spec.openapis.org/oas/3.2/dialect',
};
const TOOLS = {
  '3.0': [register30, validate30],
  3.1: [register31, validate31],
  3.2: [register32, validate32],
};

let input = '';
for await (const chunk of process.stdin) input += chunk;
const answers = [];
for (const [index, { version, schema, value }] of JSON.parse(input).entries()) {
  const name = version.slice(0, 3);
  const [register, validate] = TOOLS[name];
  const uri = `https://example.com/${index}`;
  try {
    register(schema, uri, DIALECTS[name]);
    answers.push((await validate(uri, value)).valid);
  } catch (error) {
    answers.push(String(error));
  }
}
console.log(JSON.stringify(answers));
