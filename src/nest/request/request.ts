import type { DiagnosticCode, Finding } from '../../shared/diagnostics.js';
import { createModeller, plainView } from '../../documents/model/class-model.js';
import type { ClassModel } from '../../documents/model/types.js';
import { standardSchemaOf } from '../../documents/model/foreign-schema.js';
import { IntersectionType } from '../../documents/model/mapped-types.js';
import type { Constructor } from '../../shared/types.js';
import { resolveValidation, type ValidationOptions } from '../../documents/model/validation-options.js';
import type { TypeInput } from '../../../decorators/type-input.js';
import type { Endpoint } from '../../documents/openapi/types/endpoint.js';
import type { Parameter, RequestBody } from '../../documents/openapi/types/parts.js';
import { type Argument, createParameter, createSchemaParameters } from './arguments.js';
import { createBody, reportHidden, reportOtherFields, requireFiles } from './body.js';
import type { Handler } from '../routes.js';
import type { Platform } from '../nest-internals.js';
import { type Rejection, rejectionWith } from '../error-responses.js';
import { isDto, refusesNothing } from '../recorded-types.js';
import { reportUndeclaredParts } from './body-parts.js';
import { reportErased } from './erased.js';
import { reportNotValidated } from './not-validated.js';
import { reportReadOnly } from './read-only.js';
import { limitsFileSize, needsFile, readUploads } from './uploads.js';
import { bodyRejections } from './platform.js';
import { reportSchemaTexts } from './schema-texts.js';
import {
  type FormKind,
  formKindOf,
  reportNestedForms,
  reportNestedQueries,
  reportTextRules,
} from './text-rules.js';
import { type PipeValidation, sameValidation } from './validation.js';

export interface RequestContext {
  /** The options that the configuration of `nestDocs` sets, which override those of pipes. */
  readonly declaredValidation: ValidationOptions | undefined;
  /** The options of a global pipe; operations with equal options need none of their own. */
  readonly common: ValidationOptions | undefined;
  readonly report: (finding: Finding) => void;
  /** Keeps a check for the moment when the diagnostics are read, since the document does not need its result. */
  readonly checkLater: (check: (report: (finding: Finding) => void) => void) => void;
  readonly platform: Platform;
  /** True if the configuration decides whether optional properties may be null. */
  readonly decidesNull: boolean;
}

export interface RequestParts extends Pick<
  Endpoint,
  'queryParams' | 'pathParams' | 'headerParams' | 'validation'
> {
  parameters?: Parameter[];
  requestBody?: RequestBody;
  readonly rejections: readonly Rejection[];
  /** The body that `@ApiBody` describes, with the files that a pipe requires. */
  readonly described: TypeInput | undefined;
}

/** The body as decorators of the handler describe it. */
interface DeclaredBody {
  readonly described: TypeInput | undefined;
  /** The media types; empty without a decorator. */
  readonly contentTypes: readonly string[];
}

const PARAMETERS: ReadonlySet<string> = new Set([
  'path',
  'query',
  'header',
  'cookie',
] satisfies Parameter['in'][]);
const CLASSES = { query: 'queryParams', path: 'pathParams', header: 'headerParams' } as const;

export function createRequestReader(
  context: RequestContext,
): (
  handler: Handler,
  args: readonly Argument[],
  bodyName: string,
  answered: ReadonlySet<DiagnosticCode>,
  declared: DeclaredBody,
) => RequestParts {
  const modelOf = createRequestModels();
  return (handler, args, bodyName, answered, { described: declared, contentTypes }) => {
    const { place } = handler;
    const report = except(answered, context.report);
    const uploads = readUploads(handler, args, report);
    const form = uploads === undefined ? formKindOf(contentTypes) : 'multipart';
    const modelsOf =
      (validation: PipeValidation | undefined) =>
      (dto: Constructor): ClassModel =>
        modelOf(dto, context.declaredValidation ?? validation?.options);
    for (const argument of args) {
      reportUnread(argument, place, { ...context, report });
      context.checkLater((take) => {
        reportMembers(argument, form, {
          handler,
          platform: context.platform,
          decidesNull: context.decidesNull,
          modelOf: modelsOf(argument.validation),
          report: except(answered, take),
        });
      });
    }
    const inBody = args.filter(({ kind }) => kind === 'body');
    const validation = inBody[0]?.validation;
    const bodyModelOf = modelsOf(validation);
    // With given options, the application validates, with Nest's pipe or without it.
    const isValidated =
      context.declaredValidation !== undefined ||
      inBody.some((argument) => argument.validation !== undefined);
    const requestBody = createBody({
      place,
      name: bodyName,
      parts: inBody,
      uploads,
      needsFile: needsFile(args),
      raw: args.some(({ kind }) => kind === 'rawBody'),
      refusesNothing: (dto) => {
        const standard = standardSchemaOf(dto);
        if (standard !== undefined) return inBody.some(isValidatedBySchema) && refusesNothing(standard);
        return isValidated && refusesSomething(bodyModelOf(dto));
      },
      report,
    });
    context.checkLater((take) => {
      reportUndeclaredParts(inBody, place, bodyModelOf, except(answered, take));
    });
    reportOtherFields(declared, uploads ?? [], place, report);
    const described = requireFiles(declared, uploads ?? [], bodyName);
    const hiding = { place, requiredOf: (dto: Constructor) => requiredOf(bodyModelOf(dto)), report };
    if (isValidated) reportHidden(requestBody?.schema, described, hiding);
    const inClasses = args.find((argument) => PARAMETERS.has(argument.kind) && isWholeDto(argument));
    return {
      described,
      parameters: namedParameters(args),
      ...parameterClasses(args, place, report),
      ...ownValidation(inClasses?.validation, context),
      ...(requestBody !== undefined && {
        requestBody: { ...requestBody, ...ownValidation(validation, context), ...viewOf(validation) },
      }),
      rejections: [
        ...rejectionsOf(args, uploads !== undefined, context.platform),
        ...(uploads !== undefined && limitsFileSize(handler) ? [rejectionWith(413)] : []),
      ],
    };
  };
}

/** Returns a function that leaves out findings with these codes. */
function except(
  codes: ReadonlySet<DiagnosticCode>,
  report: RequestContext['report'],
): RequestContext['report'] {
  return (finding) => {
    if (!codes.has(finding.code)) report(finding);
  };
}

interface MemberCheck {
  readonly handler: Handler;
  readonly platform: Platform;
  readonly decidesNull: boolean;
  readonly modelOf: (dto: Constructor) => ClassModel;
  readonly report: (finding: Finding) => void;
}

/** Reports members of an argument that its pipes treat unlike the document. */
function reportMembers(
  argument: Argument,
  form: FormKind,
  { handler, platform, decidesNull, modelOf, report }: MemberCheck,
): void {
  const { place } = handler;
  reportTextRules(argument, form, modelOf, report);
  reportSchemaTexts(argument, form, report);
  reportReadOnly(argument, report);
  reportErased(argument, { handler, modelOf, decidesNull, report });
  reportNestedQueries(argument, place, platform, modelOf, report);
  if (form === 'urlencoded') reportNestedForms(argument, place, platform, modelOf, report);
}

function ownValidation(
  validation: PipeValidation | undefined,
  context: RequestContext,
): { readonly validation?: ValidationOptions } {
  const options = own(validation, context);
  return options === undefined ? {} : { validation: options };
}

function own(
  validation: PipeValidation | undefined,
  { declaredValidation: declared, common }: RequestContext,
): ValidationOptions | undefined {
  if (declared !== undefined || validation === undefined) return undefined;
  return sameValidation(validation.options, common) ? undefined : validation.options;
}

function namedParameters(args: readonly Argument[]): Parameter[] {
  const taken = new Map<string, Parameter>();
  for (const argument of args) {
    const { kind, name } = argument;
    if (name === undefined && PARAMETERS.has(kind))
      for (const parameter of createSchemaParameters(argument))
        taken.set(`${kind} ${parameter.name}`, parameter);
    if (name === undefined || !PARAMETERS.has(kind) || taken.has(`${kind} ${name}`)) continue;
    taken.set(`${kind} ${name}`, createParameter(argument, name));
  }
  return [...taken.values()];
}

function isWholeDto({ name, type }: Argument): boolean {
  return name === undefined && isDto(type);
}

function isValidatedBySchema({ type, piped }: Argument): boolean {
  return isDto(type) && standardSchemaOf(type) !== undefined && piped.unread.length > 0;
}

function parameterClasses(
  args: readonly Argument[],
  place: string,
  report: RequestContext['report'],
): Pick<RequestParts, 'queryParams' | 'pathParams' | 'headerParams'> {
  const classes: Partial<Record<(typeof CLASSES)[keyof typeof CLASSES], Constructor>> = {};
  for (const argument of args) {
    const { kind, name, type } = argument;
    if (name !== undefined || !(kind in CLASSES)) continue;
    if (createSchemaParameters(argument).length > 0) continue;
    const field = CLASSES[kind as keyof typeof CLASSES];
    const before = classes[field];
    if (isDto(type)) classes[field] = before === undefined ? type : IntersectionType(before, type);
    else if (kind === 'query')
      report({
        code: 'unknown-query',
        message:
          'The handler takes the whole query, so the names of its parameters are unknown. A class with decorators, or @Query("page") for each, documents them.',
        place,
      });
  }
  return classes;
}

function reportUnread(
  argument: Argument,
  place: string,
  { declaredValidation: declared, report }: RequestContext,
): void {
  const { kind, piped, validation } = argument;
  if (kind === 'custom')
    report({
      code: 'unread-parameter',
      message:
        'A decorator of the application fills a parameter of this handler. What it takes from the request is not documented. @ApiQuery, @ApiHeader or routes.endpoint of nestDocs document it.',
      place,
    });
  else if (!isValidatedBySchema(argument))
    for (const detail of piped.unread)
      report({
        code: 'unread-pipe',
        message: `${detail}: what these pipes of the application reject or convert is not documented. routes.responses documents their status. If they run class-validator, the options of nestDocs(app, { validation: { … } }) are its options.`,
        place,
        detail,
      });
  if (declared !== undefined) return;
  for (const problem of validation?.problems ?? [])
    report({ code: 'unread-validation', message: `The ValidationPipe ${problem}`, place });
  reportNotValidated(argument, place, report);
}

/** Returns the groups and the version of the transformation that a pipe sets. */
function viewOf(validation: PipeValidation | undefined): Pick<RequestBody, 'groups' | 'version'> {
  if (validation === undefined) return {};
  const { groups, version } = validation;
  return { ...(groups.length > 0 && { groups: [...groups] }), ...(version !== undefined && { version }) };
}

/** Returns what the platform, the validation and the other pipes reject. */
function rejectionsOf(args: readonly Argument[], isForm: boolean, platform: Platform): readonly Rejection[] {
  const hasBody = isForm || args.some(({ kind }) => kind === 'body');
  return [
    ...(hasBody ? bodyRejections(platform, isForm) : []),
    ...args.flatMap(({ validation, dto }) => (validation && dto ? validation.rejections : [])),
    ...args.flatMap(({ piped }) => piped.rejections),
  ];
}

/** Creates a reader of request classes, which reads a class once under the same options. */
function createRequestModels(): (dto: Constructor, options: ValidationOptions | undefined) => ClassModel {
  const modellers = new Map<string, ReturnType<typeof createModeller>>();
  return (dto, options = {}) => {
    const key = JSON.stringify(options);
    const modelOf = modellers.get(key) ?? createModeller(resolveValidation(options), () => undefined);
    modellers.set(key, modelOf);
    return modelOf(dto, plainView('input'));
  };
}

function requiredOf({ properties }: ClassModel): string[] {
  return properties.filter(({ presence }) => presence.required).map(({ name }) => name);
}

function refusesSomething({ properties, annotations }: ClassModel): boolean {
  return annotations.type !== undefined || properties.some(({ presence }) => presence.required);
}
