/**
 * The effect of a change on clients of the old document. `breaking`: the new document rejects a request that the old
 * one allows, or allows a response that the old one excludes. `unclear`: dtospec could not decide.
 */
export type Verdict = 'breaking' | 'compatible' | 'unclear';

/** The smallest release for the change (semver.org). An unclear change counts as breaking. */
export type Semver = 'major' | 'minor' | 'patch';

export type Outcome = Verdict | 'shown';

/** The verdicts of one kind of change. */
export interface Rule {
  readonly summary: string;
  /** Verdict for messages to the service: requests, and responses to its webhooks. */
  readonly request: Outcome | '-';
  /** Verdict for messages from the service: responses and webhooks. */
  readonly response: Outcome | '-';
  readonly compatible: Exclude<Semver, 'major'>;
  readonly generatedClients?: true;
}

const rule = (
  summary: string,
  request: Rule['request'],
  response: Rule['response'],
  compatible: Rule['compatible'] = 'minor',
): Rule => ({ summary, request, response, compatible });

const shown = (summary: string, compatible: Rule['compatible'] = 'minor'): Rule =>
  rule(summary, 'shown', 'shown', compatible);

/** All rules by code. docs/diff.md has the same table. */
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
  'type-changed': shown('The type changed'),
  'null-added': shown('Null is accepted'),
  'null-removed': shown('Null is no longer accepted'),
  'enum-added': shown('The values are listed'),
  'enum-removed': shown('The values are no longer listed'),
  'enum-value-added': shown('A listed value was added'),
  'enum-value-removed': shown('A listed value was removed'),
  'minimum-raised': shown('The minimum was added or raised'),
  'minimum-lowered': shown('The minimum was lowered or removed'),
  'maximum-raised': shown('The maximum was raised or removed'),
  'maximum-lowered': shown('The maximum was added or lowered'),
  'multiple-of-changed': shown('multipleOf changed'),
  'min-length-raised': shown('minLength was added or raised'),
  'min-length-lowered': shown('minLength was lowered or removed'),
  'max-length-raised': shown('maxLength was raised or removed'),
  'max-length-lowered': shown('maxLength was added or lowered'),
  'pattern-added': shown('A pattern was added'),
  'pattern-changed': shown('The pattern changed'),
  'pattern-removed': shown('The pattern was removed'),
  'format-changed': shown('The format changed: unclear for formats that validators do not check'),
  'content-changed': shown(
    'contentEncoding, contentMediaType or contentSchema changed, which validators do not check',
  ),
  'items-changed': shown('The items of a list changed: those of a tuple, or what may follow them'),
  'min-items-raised': shown('minItems was added or raised'),
  'min-items-lowered': shown('minItems was lowered or removed'),
  'max-items-raised': shown('maxItems was raised or removed'),
  'max-items-lowered': shown('maxItems was added or lowered'),
  'unique-items-changed': shown('uniqueItems changed'),
  'contains-changed': shown('contains, minContains or maxContains changed'),
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
  'property-names-changed': shown('propertyNames changed'),
  'min-properties-raised': shown('minProperties was added or raised'),
  'min-properties-lowered': shown('minProperties was lowered or removed'),
  'max-properties-raised': shown('maxProperties was raised or removed'),
  'max-properties-lowered': shown('maxProperties was added or lowered'),
  'dependent-required-changed': shown('dependentRequired changed'),
  'dependent-schemas-changed': shown('dependentSchemas changed'),
  'unevaluated-changed': shown('unevaluatedProperties or unevaluatedItems changed'),
  'alternative-added': shown('An alternative of anyOf or oneOf was added'),
  'alternative-removed': shown('An alternative of anyOf or oneOf was removed'),
  'alternatives-changed': shown('anyOf or oneOf changed as a whole'),
  'all-of-changed': shown('allOf changed, in what could not be merged'),
  'not-changed': shown('not changed'),
  'condition-changed': shown('if, then or else changed'),
  'reference-changed': rule('A reference has no target', 'unclear', 'unclear'),
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
