import { APPLICATOR_RULES } from './schema/keywords/applicators.js';
import { ARRAY_RULES } from './schema/keywords/arrays.js';
import { NUMBER_RULES } from './schema/keywords/numbers.js';
import { OBJECT_RULES } from './schema/keywords/objects.js';
import { STRING_RULES } from './schema/keywords/strings.js';
import { TYPE_RULES } from './schema/keywords/types.js';
import { UNEVALUATED_RULES } from './schema/keywords/unevaluated.js';
import { type Rule, rule, shown } from './rule.js';

/**
 * All rules by code. The rules of a keyword are beside its comparison. `npm run report:diff` writes them to
 * docs/diff.md and to the schema of the configuration.
 */
export const RULES = {
  'operation-added': rule('An operation was added', 'compatible', '-'),
  'operation-removed': rule('An operation was removed: compatible after its x-sunset', 'breaking', '-'),
  'operation-deprecated': rule('An operation was deprecated', 'compatible', '-'),
  'operation-undeprecated': rule('An operation is no longer deprecated', 'compatible', '-', 'patch'),
  'operation-id-changed': {
    ...rule('The operationId changed or was removed', 'unclear', 'unclear'),
    generatedClients: true,
  },
  'operation-id-added': rule('An operationId was added', 'compatible', '-', 'patch'),
  'operation-documentation-changed': rule(
    'Summary, description, tags or links changed',
    'compatible',
    '-',
    'patch',
  ),
  'sunset-changed': rule('The date in x-sunset changed: unclear if it is earlier', 'unclear', '-'),
  'webhook-added': rule('A webhook or callback was added', '-', 'compatible'),
  'webhook-removed': rule('A webhook or callback was removed', '-', 'breaking'),
  'parameter-added': rule('A parameter was added: breaking if it is required', 'breaking', 'compatible'),
  'parameter-removed': rule('A parameter was removed: compatible after its x-sunset', 'unclear', 'breaking'),
  'parameter-became-required': rule('A parameter became required', 'breaking', 'compatible'),
  'parameter-became-optional': rule('A parameter became optional', 'compatible', 'breaking'),
  'parameter-renamed': rule('A path parameter was renamed', 'compatible', 'compatible', 'patch'),
  'parameter-style-changed': rule('The serialization of a parameter or header changed', 'shown', 'shown'),
  'parameter-empty-value-changed': rule(
    'allowEmptyValue changed: breaking if empty values are refused now',
    'breaking',
    '-',
  ),
  'parameter-media-type-changed': rule(
    'The content of a parameter has another media type',
    'breaking',
    'breaking',
  ),
  'parameter-deprecated': rule('A parameter or header was deprecated', 'compatible', 'compatible'),
  'parameter-undeprecated': rule(
    'A parameter or header is no longer deprecated',
    'compatible',
    'compatible',
    'patch',
  ),
  'request-body-added': rule(
    'A request body was added: breaking if it is required',
    'breaking',
    'compatible',
  ),
  'request-body-removed': rule('A request body was removed', 'unclear', 'breaking'),
  'request-body-became-required': rule('The request body became required', 'breaking', 'compatible'),
  'request-body-became-optional': rule('The request body became optional', 'compatible', 'breaking'),
  'media-type-added': rule(
    'A media type was added: clients choose one, but receivers of a webhook cannot',
    'compatible',
    'shown',
  ),
  'media-type-removed': rule('A media type was removed: compatible for a webhook', 'breaking', 'shown'),
  'encoding-changed': rule('The encoding of a form changed', 'unclear', 'unclear'),
  'response-added': rule(
    'A response was added: breaking for a success that was not covered',
    'compatible',
    'shown',
  ),
  'response-removed': rule(
    'A response was removed: breaking if no success is left, unclear for one of several',
    'breaking',
    'shown',
  ),
  'response-body-added': rule('A response body was added', 'unclear', 'compatible'),
  'response-body-removed': rule('A response body was removed', 'unclear', 'breaking'),
  'link-removed': rule('A link of a response was removed', 'compatible', 'unclear'),
  'link-added': rule('A link of a response was added', 'compatible', 'compatible'),
  'header-added': rule('A response header was added: breaking if it is required', 'breaking', 'compatible'),
  'header-removed': rule('A response header was removed: breaking if it was required', 'compatible', 'shown'),
  'header-became-required': rule('A response header became required', 'breaking', 'compatible'),
  'header-became-optional': rule('A response header became optional', 'compatible', 'breaking'),
  'security-alternative-added': rule('A way to authenticate was added', 'compatible', 'unclear'),
  'security-alternative-removed': rule('A way to authenticate was removed', 'breaking', 'unclear'),
  'security-scheme-url-changed': rule('A URL of a security scheme changed', 'unclear', 'unclear'),
  'server-added': rule('A server was added', 'compatible', '-'),
  'server-removed': rule('A server was removed: breaking if no old server is left', 'unclear', '-'),
  'server-variable-changed': rule(
    'A variable of a server changed: unclear if values were removed',
    'unclear',
    '-',
    'patch',
  ),
  'tag-removed': rule('A tag of the document was removed', 'compatible', '-', 'patch'),
  'tag-added': rule('A tag of the document was added', 'compatible', '-', 'patch'),
  ...TYPE_RULES,
  ...NUMBER_RULES,
  ...STRING_RULES,
  ...ARRAY_RULES,
  'property-added': shown('An optional property was added'),
  'required-property-added': shown('A required property was added'),
  'property-removed': rule(
    'An optional property was removed: unclear if it may still be sent',
    'shown',
    'shown',
  ),
  'required-property-removed': rule(
    'A required property was removed: unclear if it may still be sent',
    'shown',
    'shown',
  ),
  'property-became-required': shown('A property became required'),
  'property-became-optional': shown('A property became optional'),
  'property-became-read-only': rule('A property became readOnly', 'unclear', 'compatible'),
  'property-became-writable': rule('A property is no longer readOnly', 'shown', 'compatible'),
  'property-became-write-only': rule('A property became writeOnly', 'compatible', 'shown'),
  'property-became-readable': rule('A property is no longer writeOnly', 'compatible', 'shown'),
  'additional-properties-changed': shown('additionalProperties or patternProperties changed'),
  ...OBJECT_RULES,
  ...UNEVALUATED_RULES,
  'alternative-added': shown('An alternative of anyOf or oneOf was added'),
  'alternative-removed': shown('An alternative of anyOf or oneOf was removed'),
  'alternatives-changed': shown('anyOf or oneOf changed as a whole'),
  ...APPLICATOR_RULES,
  'schema-changed': shown('Several changes of a schema together'),
  'schema-rewritten': rule(
    'Written differently, accepts the same values',
    'compatible',
    'compatible',
    'patch',
  ),
  'discriminator-changed': rule(
    'The discriminator changed: unclear if values are no longer mapped',
    'unclear',
    'unclear',
  ),
  'default-changed': rule(
    'The default changed: an omitted value has another meaning',
    'unclear',
    'compatible',
    'patch',
  ),
  'schema-deprecated': rule('A schema or property was deprecated', 'compatible', 'compatible'),
  'schema-undeprecated': rule(
    'A schema or property is no longer deprecated',
    'compatible',
    'compatible',
    'patch',
  ),
  'schema-documentation-changed': rule(
    'Title, description or examples changed',
    'compatible',
    'compatible',
    'patch',
  ),
} as const satisfies Readonly<Record<string, Rule>>;

/** The kind of a change: a key of `RULES`. Stable. */
export type RuleCode = keyof typeof RULES;
