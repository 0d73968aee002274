/** How much a diagnostic matters: `error`s make `validate()` fail, `info` is for who wants to know. */
export type Severity = 'error' | 'warning' | 'info';

/**
 * Everything that there is to say of a document, by code. A new diagnostic is one row here; docs/diagnostics.md
 * prints the table.
 */
export const DIAGNOSTICS = {
  'body-not-validated': ['warning', 'A body of a class that no ValidationPipe looks at.'],
  'body-without-meaning': ['warning', 'A request body of a method for which HTTP gives it no meaning.'],
  'broken-controller': ['error', 'A controller whose routes cannot be read; they are left out.'],
  'broken-endpoint': ['error', 'An endpoint that cannot be read; it is left out.'],
  'broken-example': ['warning', 'An example that cannot be read; it is left out.'],
  'broken-parameter-class': ['error', 'A class of parameters that cannot be read; it gives none.'],
  'broken-rule': ['error', 'A function given to registerRule throws or returns no schema.'],
  'broken-schema': ['error', 'A type of which no schema can be made; its schema is open.'],
  'broken-webhook': ['error', 'A webhook that cannot be read; it is left out.'],
  'class-without-metadata': ['warning', 'A class of which no decorator describes a property.'],
  'class-without-rules': [
    'warning',
    'A class of requests without a rule of class-validator, which rejects every object of it.',
  ],
  'constructor-throws': [
    'warning',
    'A class that cannot be made without arguments; its default values are unknown.',
  ],
  'content-not-allowed': ['warning', 'Content of a response that HTTP sends without any.'],
  'contradictory-rules': ['warning', 'Rules of one property that no value satisfies.'],
  'contradicts-rules': [
    'warning',
    "What @nestjs/swagger's decorators say differs from what runs, which is documented.",
  ],
  'dangling-reference': ['error', 'A reference that leads nowhere.'],
  'date-without-type': ['warning', 'A rule about Date objects on a property that holds strings.'],
  'discriminator-refused': ['warning', 'A discriminator value that the rules of its class reject.'],
  'discriminator-removed': [
    'warning',
    'A discriminator that class-transformer removes before validation requires it.',
  ],
  'duplicate-endpoint': ['error', 'Two endpoints with one method and path; the last is kept.'],
  'duplicate-operation-id': ['error', 'Two operations with one operationId.'],
  'duplicate-parameter': ['warning', 'Two parameters with one name and place; the last is kept.'],
  'duplicate-property-name': [
    'warning',
    'Two properties with one name on the wire; the one that is read or written is documented.',
  ],
  'duplicate-tag': ['warning', 'Two tags with one name; the first is kept.'],
  'duplicate-webhook': ['error', 'Two webhooks with one name; the last is kept.'],
  'dynamic-type': ['warning', 'A @Type whose class differs from one object to the next; the schema is open.'],
  'endpoint-without-path': ['error', 'An endpoint without a path; it is skipped.'],
  'example-mismatch': ['warning', 'An example that does not satisfy its schema.'],
  'excluded-but-bound': [
    'warning',
    'An excluded property that requests set all the same, by the name that @Expose gives it.',
  ],
  'excluded-but-sent': [
    'warning',
    'A property that only a ClassSerializerInterceptor would leave out or rename, and none runs.',
  ],
  'global-interceptor': [
    'info',
    'An interceptor of the application that runs around every handler, and may wrap responses.',
  ],
  'groups-of-renamed-property': ['warning', 'Groups or versions that class-transformer forgets in requests.'],
  'narrower-than-rules': [
    'info',
    'An option of `@ApiProperty` that is documented although validation accepts more.',
  ],
  'required-with-default': [
    'warning',
    'A property that requests must have, beside a default that is never used.',
  ],
  'reserved-header': ['warning', 'A header parameter that OpenAPI ignores; it is left out.'],
  'identical-templates': [
    'warning',
    'Two paths that differ in the names of their parameters only; they are documented as one.',
  ],
  'incomplete-info': ['warning', 'An API without title or version.'],
  'inherited-getter': ['warning', 'A getter of a base class that class-transformer sets, which throws.'],
  'inherited-property-name': [
    'warning',
    'A property named like a member of Object.prototype: validate() throws.',
  ],
  'instance-without-type': ['warning', 'A rule about instances of a class that requests cannot hold.'],
  'invalid-cookie-name': ['error', 'A cookie whose name HTTP does not allow.'],
  'invalid-default': ['warning', 'A @Default that does not satisfy the schema of its property.'],
  'invalid-endpoint': ['error', 'Something that is no endpoint; it is skipped.'],
  'invalid-extension': [
    'error',
    'An extension whose name does not begin with x-, or whose value is no JSON.',
  ],
  'invalid-field': ['error', 'A field with a value of another type than it takes; it is left out.'],
  'invalid-header-name': ['error', 'A header whose name HTTP does not allow.'],
  'invalid-keyword': ['error', 'A keyword of a hand-written schema with a value that it cannot have.'],
  'invalid-response': ['error', 'A response that is no object; it is left out.'],
  'invalid-security-scheme': ['error', 'A security scheme without what its type needs.'],
  'invalid-server': ['error', 'A server whose variables are not declared, or without a right default.'],
  'invalid-status': ['error', 'A key of responses that is no HTTP status.'],
  'invalid-type': ['error', 'Something that is no type; its schema is open.'],
  'left-out-but-required': ['warning', 'A property that requests cannot hold and validation requires.'],
  'license-url-and-identifier': ['warning', 'A licence with both url and identifier.'],
  'looser-rule': ['info', 'A rule of which the schema says a part only.'],
  'method-not-in-openapi': [
    'warning',
    'A route of a method that this version of OpenAPI has no operation for; it is left out.',
  ],
  'missing-field': ['error', 'An object without a field that OpenAPI asks for; it is left out.'],
  'name-clash': ['warning', 'Two components with one name; the second gets a number.'],
  'nested-without-rules': [
    'warning',
    '@ValidateNested of a class without rules, which rejects every object.',
  ],
  'nested-without-type': ['warning', '@ValidateNested without @Type, which rejects every object.'],
  'no-responses': ['warning', 'An endpoint without responses.'],
  'no-rule-in-groups': [
    'warning',
    'Groups of which no rule of a class runs, so that validation rejects every request.',
  ],
  'not-in-openapi-3-0': ['warning', 'Something that OpenAPI 3.0 cannot say; it is left out.'],
  'nullable-but-rejected': ['warning', '@Nullable() on a property of which validation rejects null.'],
  'not-in-openapi-3-1': ['warning', 'Something that OpenAPI 3.1 has no field for; it is left out.'],
  'optional-path-parameter': ['warning', 'A part of a path that may be absent; it is documented as present.'],
  'page-not-servable': ['error', 'A configuration with which middleware() and mount() throw.'],
  'parameter-replaced': [
    'warning',
    'A property of a parameter class that an explicit parameter of its name and place replaces.',
  ],
  'parameter-without-name': ['error', 'A parameter without a name; it is left out.'],
  'path-parameter-not-declared': ['warning', 'A path parameter that no parameter describes.'],
  'path-parameter-not-in-path': [
    'warning',
    'A described path parameter that the path lacks; it is left out.',
  ],
  'pattern-not-portable': ['info', 'A pattern of the application that not every language reads alike.'],
  'policy-too-long': ['warning', 'Servers that make the Content-Security-Policy of the page too long.'],
  'property-not-whitelisted': [
    'warning',
    'A property that forbidNonWhitelisted refuses; it is not documented.',
  ],
  'querystring-beside-query': ['error', 'A querystring parameter beside query parameters; it is left out.'],
  'query-in-path': ['warning', 'A path with a query; the query is left out.'],
  'repeated-path-parameter': ['error', 'A path that names one parameter twice.'],
  'rule-refuses-list': ['warning', 'A rule about a single value on a property declared as an array.'],
  'rule-refuses-map': [
    'warning',
    'A rule with each: true on a property whose value is no Map, but an object.',
  ],
  'shadowed-route': [
    'warning',
    'A route that another one of the same method and path hides; it is left out.',
  ],
  'style-not-allowed': ['warning', 'A parameter style that its place or type does not allow.'],
  'transformed-response': ['warning', 'A @Transform decides the type of a response; its schema is open.'],
  'unbalanced-brace': ['warning', 'A brace of a path that belongs to no parameter.'],
  'void-or-unwritten': [
    'info',
    'A handler that returns nothing, or whose return type is not written; it is documented without a body.',
  ],
  'unread-interceptor': ['warning', 'An interceptor that takes files under a name that nothing tells.'],
  'unread-parameter': [
    'info',
    'A parameter of a handler that a decorator of the application fills; it is not documented.',
  ],
  'unread-pipe': ['info', 'A pipe of the application; what it refuses is not documented.'],
  'unread-validation': [
    'warning',
    'A ValidationPipe whose options nothing tells, or that the document cannot say.',
  ],
  'union-of-itself': ['error', 'A class that stands for a union with itself in it.'],
  'unknown-body': ['warning', 'A body of which nothing tells the type.'],
  'unknown-element-type': ['warning', 'An array whose elements are of unknown type.'],
  'mapped-type-without-rules': [
    'info',
    "A mapped type of Nest's: whether it has properties of its class that no rule tells of, nobody can say.",
  ],
  'unknown-field': ['warning', 'A field that an object does not have; it has no effect.'],
  'unknown-key': ['warning', 'A mapped type that names a property its class lacks.'],
  'unknown-option': ['error', 'An option of the configuration that there is none of; it has no effect.'],
  'unknown-path': ['warning', 'A path of the configuration that no endpoint has; it is left out.'],
  'unknown-parameter-place': [
    'error',
    'A parameter with a place that OpenAPI does not know; it is left out.',
  ],
  'unknown-scope': ['warning', 'A scope that the security scheme does not declare.'],
  'unknown-tag-parent': ['warning', 'A parent that is no tag, or below its own child; it is left out.'],
  'unknown-query': ['info', 'A query that a handler takes whole, of which nothing tells the names.'],
  'unknown-response': ['warning', 'A handler of which nothing tells what it answers.'],
  'unknown-schema-type': ['error', 'A type in a hand-written schema that JSON Schema does not know.'],
  'unknown-security-scheme': ['warning', 'A security name that nothing declares; it is left out.'],
  'unknown-type': ['warning', 'A property of unknown type; its schema is open.'],
  'unsupported-host': ['warning', 'A host that OpenAPI cannot say.'],
  'unsupported-method': ['error', 'A method that OpenAPI does not know; the endpoint is skipped.'],
  'view-entry-without-match': ['warning', 'A tag, path or audience of a view that nothing registered has.'],
  'view-without-answer': [
    'error',
    'The function `include` of a view throws, or returns neither true nor false.',
  ],
  'webhook-without-name': ['warning', 'A webhook whose class has no @Webhook name.'],
} as const satisfies Readonly<Record<string, readonly [Severity, string]>>;

/** Stable, in kebab case. */
export type DiagnosticCode = keyof typeof DIAGNOSTICS;

/** Something that a careful reviewer would say of the document, at one place. */
export interface Finding {
  /** Which diagnostic it is; docs/diagnostics.md lists them. Stable. */
  readonly code: DiagnosticCode;
  /** What is wrong, and how to mend it. */
  readonly message: string;
  /** Where: `GET /users/{id} responses.200`, `User.tags`, … */
  readonly place: string;
}

/** Something that a careful reviewer would say of the document, with every place that it is true of. */
export interface Diagnostic extends Finding {
  /** `error`: the document would be invalid or would lose something; `validate()` joins these. */
  readonly severity: Severity;
  /** Every place, the first one (`place`) included, in the order they were found. */
  readonly places: readonly string[];
}

/** Takes what is found. */
export type Report = (finding: Finding) => void;

export function severityOf({ code }: Pick<Finding, 'code'>): Severity {
  return DIAGNOSTICS[code][0];
}

const ORDER: readonly Severity[] = ['error', 'warning', 'info'];

/** One diagnostic for all findings of one code and message: errors first, each in the order it was found. */
export function groupFindings(findings: readonly Finding[]): Diagnostic[] {
  const groups = new Map<string, { readonly first: Finding; readonly places: Set<string> }>();
  for (const finding of findings) {
    const key = `${finding.code} ${finding.message}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { first: finding, places: new Set([finding.place]) });
    else group.places.add(finding.place);
  }
  const diagnostics = [...groups.values()].map(({ first, places }): Diagnostic => ({
    ...first,
    severity: severityOf(first),
    places: [...places],
  }));
  return ORDER.flatMap((severity) => diagnostics.filter((one) => one.severity === severity));
}
