/** Severity of a diagnostic: an `error` makes `validate()` fail, `info` is for information. */
export type Severity = 'error' | 'warning' | 'info';

type Row = readonly [severity: Severity, about: string];

/** Returns a table whose type names the codes alone, so that the declarations of the package have no texts. */
function tableOf<C extends string>(rows: Readonly<Record<C, Row>>): Readonly<Record<C, Row>> {
  return rows;
}

/** All diagnostics by code. To add a diagnostic, add a row; docs/diagnostics.md prints the table. */
export const DIAGNOSTICS = tableOf({
  'assumed-one': [
    'info',
    'A property with @Type for which the compiler recorded no type. It is documented as one value.',
  ],
  'asynchronous-rule': [
    'info',
    'A rule that is asynchronous. class-validator validates requests with its class, which takes longer.',
  ],
  'bigint-not-sent': ['warning', 'A bigint in a response of Nest, for which JSON.stringify throws.'],
  'body-hidden': ['warning', 'A body of @ApiBody without members that validation requires.'],
  'body-not-validated': ['warning', 'A body that no ValidationPipe validates.'],
  'body-without-meaning': ['warning', 'A request body of a method for which HTTP defines no body.'],
  'broken-controller': ['error', 'A controller whose routes cannot be read. They are left out.'],
  'broken-endpoint': ['error', 'An endpoint that cannot be read. It is left out.'],
  'broken-example': ['warning', 'An example that cannot be read. It is left out.'],
  'broken-parameter-class': ['error', 'A parameter class that cannot be read. Its parameters are left out.'],
  'broken-rule': ['error', 'A function of registerRule that throws or returns no schema.'],
  'broken-schema': ['error', 'A type without a schema: creating it failed. The schema allows anything.'],
  'broken-webhook': ['error', 'A webhook that cannot be read. It is left out.'],
  'changed-rule': [
    'warning',
    'A rule with the name of one of class-validator, but with another default message.',
  ],
  'colon-in-path': [
    'warning',
    'A colon after text, which is documented as text although some routers read a parameter there.',
  ],
  'class-not-whitelisted': [
    'warning',
    'A request class without rules of class-validator. whitelist removes or rejects its members.',
  ],
  'class-without-metadata': ['warning', 'A class without decorators on its properties.'],
  'class-without-rules': [
    'warning',
    'A request class without rules of class-validator. Validation rejects every object of it.',
  ],
  'constructor-throws': [
    'warning',
    'A class whose constructor fails without arguments. Its default values are unknown.',
  ],
  'content-not-allowed': ['warning', 'Content of a response whose status allows none in HTTP.'],
  'contradictory-rules': ['warning', 'Rules of one property that no value satisfies.'],
  'contradicts-rules': [
    'warning',
    'An option of @nestjs/swagger that contradicts the running code. The code is documented.',
  ],
  'csv-column': ['error', 'A list or an object in a class of CSV rows, whose cells are scalars.'],
  'csv-in-nest': ['error', 'The type csv() at a route of Nest, which sends and reads JSON.'],
  'dangling-reference': ['error', 'A reference to something that does not exist.'],
  'date-without-rule': ['warning', 'A date that no rule checks, so requests can set an invalid one.'],
  'date-without-type': ['warning', 'A rule for Date objects on a property that holds strings.'],
  'discriminator-refused': ['warning', 'A discriminator value that the rules of its class reject.'],
  'discriminator-removed': [
    'warning',
    'A discriminator that class-transformer removes before validation requires it.',
  ],
  'duplicate-endpoint': ['error', 'Two endpoints with the same method and path. The last one is kept.'],
  'duplicate-operation-id': ['error', 'Two operations with the same operationId.'],
  'duplicate-parameter': ['warning', 'Two parameters with the same name and location. The last one is kept.'],
  'duplicate-property-name': [
    'warning',
    'Two properties with the same JSON name. The one that class-transformer uses is documented.',
  ],
  'duplicate-security-scheme': ['warning', 'Two security schemes with the same name. The last one is kept.'],
  'duplicate-tag': ['warning', 'Two tags with the same name. The last one is kept.'],
  'duplicate-webhook': ['error', 'Two webhooks with the same name. The last one is kept.'],
  'dynamic-type': ['warning', 'A @Type whose class depends on the object. The schema allows anything.'],
  'elements-made-lists': [
    'warning',
    'A list of objects without @Type, each of which enableImplicitConversion makes a list.',
  ],
  'empty-document': ['warning', 'Docs that are served without any operation, webhook or model.'],
  'endpoint-without-path': ['error', 'An endpoint without a path. It is left out.'],
  'erased-by-patch': [
    'warning',
    'A body of a PATCH whose instances have members with the value undefined that the request does not contain.',
  ],
  'every-request-rejected': [
    'error',
    'A class field without a rule in an application of Nest, whose forbidNonWhitelisted rejects every request.',
  ],
  'entity-response': ['warning', 'A handler that returns a class of an ORM. Its response type is unknown.'],
  'example-mismatch': ['warning', 'An example that does not satisfy its schema.'],
  'excluded-but-bound': ['warning', 'An excluded property that requests can still set, by its @Expose name.'],
  'excluded-but-sent': [
    'warning',
    'A property with @Exclude, @Expose or @WriteOnly that no ClassSerializerInterceptor leaves out. It is sent unchanged.',
  ],
  'fact-without-class': [
    'warning',
    'A handler that returns a decorated class which is not found. Its response type is unknown.',
  ],
  'file-without-type': [
    'info',
    'A StreamableFile of Nest without a declared media type. It is documented as `*/*`.',
  ],
  'getter-not-sent': [
    'warning',
    'A getter that responses lack: no @Expose, a promise, or no ClassSerializerInterceptor in Nest.',
  ],
  'global-interceptor': [
    'warning',
    'A global interceptor that may change every response, so the documented ones may be wrong.',
  ],
  'global-type-name': [
    'info',
    'A component with the name of a global type, such as `Record`, which it hides in generated clients.',
  ],
  'groups-of-renamed-property': ['warning', 'Groups or versions that class-transformer ignores in requests.'],
  'minified-name': ['warning', 'A component with the name that a minifier gave its class.'],
  'misspelt-media-type': ['warning', 'A media type that is one letter away from a common one.'],
  'misspelt-keyword': ['warning', 'A misspelt keyword in a hand-written schema. It limits nothing.'],
  'mounted-elsewhere': [
    'warning',
    'A router that serves operations below another path than documented. It is found at the first request.',
  ],
  'narrower-than-rules': [
    'info',
    'An option of `@ApiProperty` that is documented although validation accepts more.',
  ],
  'null-in-patch': [
    'warning',
    'Members of a PATCH of Nest that may be null, although the document forbids it.',
  ],
  'one-or-list': [
    'warning',
    'A property with @Type whose recorded type is neither one value nor a list. The schema accepts both.',
  ],
  'read-only-but-passed': [
    'warning',
    'A property with @ReadOnly in a request of Nest, which passes it to the handler.',
  ],
  'read-only-but-required': [
    'warning',
    'A `@ReadOnly` property that your own validation requires in requests. Operations ignore its rules.',
  ],
  'required-with-default': ['warning', 'A required property of requests with a default that is never used.'],
  'reserved-header': ['warning', 'A header parameter that OpenAPI ignores. It is left out.'],
  'hidden-by-docs': [
    'warning',
    'An operation below a path at which the docs were mounted before. They answer its requests, with 404.',
  ],
  'identical-templates': [
    'warning',
    'Two paths that differ only in the names of their parameters. They are documented as one.',
  ],
  'ignored-type': [
    'warning',
    'An invalid type in @ApiProperty, such as a decorator. Rules and the recorded type decide.',
  ],
  'incomplete-info': ['warning', 'An API without a title or version.'],
  'inherited-getter': ['warning', 'A getter of a base class that class-transformer sets, which throws.'],
  'inherited-property-name': [
    'warning',
    'A property named like a member of Object.prototype. validate() throws.',
  ],
  'instance-without-type': ['warning', 'A rule for instances of a class that requests cannot contain.'],
  'invalid-cookie-name': ['error', 'A cookie name that HTTP does not allow.'],
  'invalid-default': ['warning', 'A @Default that does not satisfy the schema of its property.'],
  'invalid-endpoint': ['error', 'A value that is not an endpoint. It is left out.'],
  'invalid-extension': [
    'error',
    'An extension whose name does not begin with x-, or whose value JSON cannot represent.',
  ],
  'invalid-field': ['error', 'A field with a value of the wrong type. It is left out.'],
  'invalid-header-name': ['error', 'A header name that HTTP does not allow.'],
  'invalid-keyword': ['error', 'A keyword of a hand-written schema with an invalid value.'],
  'invalid-response': ['error', 'A response that is not an object. It is left out.'],
  'invalid-security-scheme': ['error', 'A security scheme without the fields that its type requires.'],
  'invalid-server': ['error', 'A server with undeclared variables, or with an invalid default.'],
  'invalid-status': ['error', 'A key of responses that is not an HTTP status.'],
  'invalid-type': ['error', 'A value that is not a type. The schema allows anything.'],
  'left-out-but-required': ['warning', 'A property that requests cannot contain but validation requires.'],
  'license-url-and-identifier': ['warning', 'A licence with both url and identifier.'],
  'list-in-deep-object': [
    'info',
    'A list inside a `deepObject` parameter. OpenAPI does not define how it is written, so clients differ.',
  ],
  'list-in-type': ['error', '@Type with a list of classes. class-transformer throws for every object.'],
  'looser-rule': ['info', 'A rule that the schema describes only in part.'],
  'method-not-in-openapi': [
    'warning',
    'A route whose method this version of OpenAPI does not support. It is left out.',
  ],
  'invalid-media-type': ['error', 'A text in place of a media type.'],
  'missing-field': ['error', 'An object without a field that OpenAPI requires. It is left out.'],
  'name-clash': [
    'warning',
    'Two components with the same name (the second one gets a number), or with names that generators write alike.',
  ],
  'nested-not-validated': ['warning', 'A class whose rules do not run, because @ValidateNested is missing.'],
  'nested-query': [
    'warning',
    'An object in a query or a form of Nest, which the parser of the platform does not create.',
  ],
  'nested-sent-whole': [
    'error',
    '@ValidateNested without @Type in a response. Nested objects are sent with every member that they have.',
  ],
  'nested-without-rules': [
    'warning',
    '@ValidateNested with a class without rules. Validation rejects or empties every object.',
  ],
  'nested-without-type': [
    'warning',
    '@ValidateNested without @Type. Validation rejects every object, or runs no rule.',
  ],
  'no-recorded-types': ['warning', 'An application of Nest whose compiler records no types, such as tsx.'],
  'no-responses': ['warning', 'An endpoint without responses.'],
  'no-rule-in-groups': [
    'warning',
    'Groups for which a class has no rules. Validation rejects every request.',
  ],
  'not-in-openapi-3-0': ['warning', 'Something that OpenAPI 3.0 cannot describe. It is left out.'],
  'nullable-but-rejected': ['warning', '@Nullable() on a property for which validation rejects null.'],
  'not-in-openapi-3-1': ['warning', 'Something that OpenAPI 3.1 has no field for. It is left out.'],
  'optional-path-parameter': ['warning', 'An optional part of a path. It is documented as present.'],
  'page-not-servable': ['error', 'A configuration with which middleware() and mount() throw.'],
  'parameter-in-body': ['warning', '@Query or another decorator of parameters in a body.'],
  'parameter-replaced': [
    'warning',
    'A property of a parameter class that an explicit parameter with the same name and location replaces.',
  ],
  'parameter-without-name': ['error', 'A parameter without a name. It is left out.'],
  'parameters-not-validated': [
    'warning',
    'A class of a query, path or headers in Nest whose rules no pipe runs.',
  ],
  'path-parameter-not-declared': ['warning', 'A path parameter that the endpoint does not document.'],
  'path-parameter-too-long': [
    'warning',
    'A path parameter that may be longer than the router of Fastify accepts. Longer values get 414.',
  ],
  'path-parameter-not-in-path': [
    'warning',
    'A documented path parameter that is missing in the path. It is left out.',
  ],
  'pattern-not-portable': ['info', 'A pattern with another meaning in some regular expression engines.'],
  'policy-too-long': ['warning', 'Servers that make the Content-Security-Policy of the page too long.'],
  'property-not-whitelisted': [
    'warning',
    'A property without rules, which whitelist removes from requests or forbidNonWhitelisted rejects.',
  ],
  'querystring-beside-query': ['error', 'A querystring parameter beside query parameters. It is left out.'],
  'query-in-path': ['warning', 'A path with a query. The query is left out.'],
  'registered-type-not-checked': [
    'warning',
    'A property with typeTransform that no rule checks, so requests can set a value that cannot be parsed.',
  ],
  'registered-type-not-parsed': [
    'warning',
    'A property with a type of registerType that class-transformer, and not an operation, converts.',
  ],
  'repeated-path-parameter': ['error', 'A path that contains the same parameter twice.'],
  'response-contradicts-type': [
    'warning',
    'A handler whose code returns another type than its decorator documents.',
  ],
  'route-interceptor': [
    'warning',
    'An interceptor of a route or a controller that may change its responses, so the documented ones may be wrong.',
  ],
  'rule-refuses-conversion': [
    'warning',
    'A rule that rejects what class-transformer makes of each value, such as a Date.',
  ],
  'rule-refuses-list': ['warning', 'A rule for a single value on a property that is an array.'],
  'rule-refuses-map': [
    'warning',
    'A rule with each: true on a property whose value is an object, not a Map.',
  ],
  'scopes-not-verified': [
    'warning',
    'Scopes of an operation that the `verify` of its security scheme does not check.',
  ],
  'security-not-verified': [
    'warning',
    'A security scheme of an operation without `verify`, so dtospec does not check it.',
  ],
  'security-uri-not-in-openapi': [
    'error',
    'A security scheme by its URI, before OpenAPI 3.2. The requirement is left out.',
  ],
  'server-repeats-prefix': ['warning', "A server that ends with Nest's global prefix."],
  'server-without-scheme': [
    'warning',
    'The URL of a server that begins with a host. It is relative to the document.',
  ],
  'set-after-nest-docs': ['warning', 'A setting of a Nest application that was made after `nestDocs`.'],
  'shadowed-route': [
    'warning',
    'A route that an earlier route with the same method and path hides. It is left out.',
  ],
  'similar-paths': [
    'warning',
    'Two paths that differ only in case, percent-encoding or a slash at the end, with the same method.',
  ],
  'slow-pattern': [
    'warning',
    'A pattern that may take exponential time, so that one short text blocks the process.',
  ],
  'stale-facts': ['warning', 'Facts of `dtospec extract` that are older than the sources.'],
  'style-not-allowed': ['warning', 'A parameter style that its location or type does not allow.'],
  'status-not-sent': ['warning', 'A success status of @ApiResponse that the handler does not send.'],
  'tag-groups-left-out': [
    'info',
    'An operation or webhook without a tag beside tags with a parent, so x-tagGroups is left out.',
  ],
  'text-rejected': [
    'warning',
    'A rule that rejects the texts of a query, a path, a header or a form, or a conversion that makes true of "false".',
  ],
  'to-json-not-called': [
    'warning',
    'A class with toJSON in a response of an operation or of ClassSerializerInterceptor. Its fields are sent.',
  ],
  'transform-undone': [
    'warning',
    'A @Transform whose result class-transformer converts by @Type. A response does not have the documented type.',
  ],
  'transformed-response': [
    'warning',
    'A @Transform that decides the type of a response. The schema allows anything.',
  ],
  'two-copies': [
    'error',
    'A class whose decorators another copy of class-transformer recorded. Its @Exclude would have no effect.',
  ],
  'unbalanced-brace': ['warning', 'A brace in a path that encloses no parameter.'],
  'upload-not-described': [
    'warning',
    'A file field of an interceptor of Nest that @ApiBody describes by another name.',
  ],
  'void-or-unwritten': [
    'info',
    'A handler that returns nothing, or has no return type. It is documented without a body.',
  ],
  'undecorated-field': [
    'warning',
    'A field of a decorated class without a decorator. It is not documented, and operations drop it.',
  ],
  'undefined-style': [
    'warning',
    'A list of objects in a parameter or a URL-encoded form, which OpenAPI does not define.',
  ],
  'unreachable-route': [
    'warning',
    'A route that never runs: not registered, hidden, not percent-encoded, or read as text by Fastify.',
  ],
  'unparsed-body': [
    'warning',
    'A JSON text, number or boolean as a body in Nest, which the parser of Express rejects.',
  ],
  'unread-interceptor': ['warning', 'An interceptor for files whose field name is unknown.'],
  'unread-parameter': [
    'info',
    "A handler's parameter with a decorator of the application. It is not documented.",
  ],
  'unread-pipe': ['info', 'A pipe of the application. What it rejects is not documented.'],
  'unread-validation': ['warning', 'A ValidationPipe with options that cannot be read or documented.'],
  'union-of-itself': ['error', 'A class whose @TypeOf is a union that contains the class.'],
  'unknown-body': ['warning', 'A body of unknown type.'],
  'unknown-element-type': ['warning', 'An array with elements of unknown type.'],
  'mapped-type-without-rules': ['warning', 'A mapped type of Nest that drops properties without rules.'],
  'unknown-field': ['warning', 'An unknown field of an object. It has no effect.'],
  'unknown-filter': ['info', 'An exception filter of Nest that may change the status of errors.'],
  'unknown-guard': ['info', 'A guard of Nest whose statuses are unknown. 403 is documented for it.'],
  'unknown-key': ['warning', 'A mapped type with a property that its class lacks.'],
  'unknown-option': ['error', 'An unknown option of the configuration. It has no effect.'],
  'unknown-path': ['warning', 'A path in the configuration that no endpoint has. It is left out.'],
  'unknown-parameter-place': ['error', 'A parameter with an unknown location. It is left out.'],
  'unsent-but-rejected': [
    'warning',
    'A class field without a rule. forbidNonWhitelisted rejects every request.',
  ],
  'unknown-scope': ['warning', 'A scope that the security scheme does not declare.'],
  'unknown-tag-parent': [
    'warning',
    'A parent of a tag that does not exist or is one of its children. It is left out.',
  ],
  'unknown-query': ['info', 'A handler that takes the whole query. The names of its parameters are unknown.'],
  'unknown-response': ['warning', 'A handler whose response type is unknown.'],
  'unknown-schema-type': ['error', 'A type in a hand-written schema that JSON Schema does not define.'],
  'unknown-security-scheme': ['warning', 'A security requirement without a declared scheme. It is left out.'],
  'unknown-type': ['warning', 'A property of unknown type. The schema allows anything.'],
  'unsupported-host': ['warning', 'A host that OpenAPI cannot describe.'],
  'unsupported-method': ['error', 'A method that OpenAPI does not support. The endpoint is left out.'],
  'view-entry-without-match': [
    'warning',
    'A tag, path or audience of a view that matches no endpoint or webhook.',
  ],
  'view-without-answer': [
    'error',
    'A view whose `include` function throws, or returns neither true nor false.',
  ],
  'viewer-hides-operation': ['warning', 'An operation that the configured viewer does not show.'],
  'viewer-without-try-it': ['info', 'An operation that the configured viewer shows without a way to try it.'],
  'webhook-without-event-name': [
    'warning',
    'A class with @Webhook whose messages do not contain its name, so receivers cannot recognize the event.',
  ],
  'webhook-without-name': ['warning', 'A webhook without a name, because its class has no @Webhook.'],
});

export type DiagnosticCode = keyof typeof DIAGNOSTICS;

/** A problem of the document at one place. */
export interface Finding {
  /** Code of the diagnostic; docs/diagnostics.md lists them. */
  readonly code: DiagnosticCode;
  /** Problem and remedy. */
  readonly message: string;
  /** Place in the document, such as `GET /users/{id} responses.200` or `User.tags`. */
  readonly place: string;
  /**
   * The part of the message that differs between findings with the same cause, such as the name of a rule.
   */
  readonly detail?: string;
}

/** A problem of the document, with all places where it occurs. */
export interface Diagnostic extends Omit<Finding, 'detail'> {
  /**
   * Severity. An `error` means that the document would be invalid or incomplete, and makes `validate()` fail.
   */
  readonly severity: Severity;
  /** All places, including `place`, in the order of the document. */
  readonly places: readonly string[];
  /** The details that the message joins, such as names of rules, each with its own message and places. */
  readonly details?: readonly {
    readonly detail: string;
    readonly message: string;
    readonly places: readonly string[];
  }[];
}

/** Receives findings. */
export type Report = (finding: Finding) => void;

export function severityOf({ code }: Pick<Finding, 'code'>): Severity {
  return DIAGNOSTICS[code][0];
}

const ORDER: readonly Severity[] = ['error', 'warning', 'info'];

export function groupFindings(findings: readonly Finding[]): Diagnostic[] {
  const groups = groupBy(findings, (finding) => `${finding.code} ${withDetail(finding, '')}`);
  const diagnostics = groups.map((group): Diagnostic => {
    const [first] = group;
    const { code, place } = first;
    const details = groupBy(group, ({ detail = '' }) => detail).map((some) => {
      const [{ detail = '', message }] = some;
      return { detail, message, places: placesOf(some) };
    });
    const message = withDetail(first, details.map(({ detail }) => detail).join(', '));
    const joined = { code, message, place, severity: severityOf(first), places: placesOf(group) };
    return details.length > 1 ? { ...joined, details } : joined;
  });
  return ORDER.flatMap((severity) => diagnostics.filter((diagnostic) => diagnostic.severity === severity));
}

type Group = [Finding, ...Finding[]];

function groupBy(findings: readonly Finding[], keyOf: (finding: Finding) => string): Group[] {
  const groups = new Map<string, Group>();
  for (const finding of findings) {
    const key = keyOf(finding);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [finding]);
    else group.push(finding);
  }
  return [...groups.values()];
}

function placesOf(findings: readonly Finding[]): string[] {
  return [...new Set(findings.map(({ place }) => place))];
}

function withDetail({ message, detail }: Finding, other: string): string {
  return detail === undefined ? message : message.replace(detail, () => other);
}
