import type { Schema } from '../../json-schema/schema.js';
import { exactly, text } from './say.js';
import type { RuleContext, RuleSchema } from './types.js';

const LAT = '[+-]?(?:90(?:\\.0+)?|[1-8]?\\d(?:\\.\\d+)?)';
const LONG = '\\s?[+-]?(?:180(?:\\.0+)?|1[0-7]\\d(?:\\.\\d+)?|\\d{1,2}(?:\\.\\d+)?)';
// The validator splits at commas and looks at the first two pieces only.
const REST = '(?:,[\\s\\S]*)?';

/** A pair `latitude,longitude`, in parentheses or not. */
export const latLong: RuleSchema = text(`^(?:${LAT},${LONG}|\\(${LAT},${LONG}\\))${REST}$`);

const latitudeText = text(`^(?:${LAT}(?:,${LONG}${REST})?|\\(${LAT},${LONG}\\)${REST})$`);
const longitudeText = text(`^${LONG}${REST}$`);

/** A latitude as a number or a string. */
export function latitude(context: RuleContext): RuleSchema {
  return coordinate('Latitude', 90, latitudeText.schema, context);
}

/** A longitude as a number or a string. */
export function longitude(context: RuleContext): RuleSchema {
  return coordinate('Longitude', 180, longitudeText.schema, context);
}

function coordinate(name: string, limit: number, asText: Schema, context: RuleContext): RuleSchema {
  const asNumber: Schema = {
    type: 'number',
    minimum: -limit,
    maximum: limit,
    // Closer to zero the validator meets an exponent, as in 1e-7, and rejects it.
    not: { exclusiveMinimum: -0.000001, exclusiveMaximum: 0.000001, not: { const: 0 } },
  };
  if (context.type === 'string') return exactly(asText);
  if (context.type === 'number' || context.type === 'integer') return exactly(asNumber);
  return exactly(context.component(name, { anyOf: [asNumber, asText] }));
}
