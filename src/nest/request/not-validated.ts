import { standardSchemaOf } from '../../documents/model/foreign-schema.js';
import { ALL_RULES, hasRunningRules } from '../../documents/model/class-validator/metadata.js';
import type { Finding } from '../../shared/diagnostics.js';
import { isDto } from '../recorded-types.js';
import type { Argument } from './arguments.js';
import { FACTORY_PIPE } from './pipes.js';

const WITH_A_PIPE =
  'Add app.useGlobalPipes(new ValidationPipe()) before nestDocs, or pass the options under which your ' +
  'application validates: nestDocs(app, { validation: { … } }).';

/** Reports an argument whose class has rules that no pipe runs, although the document has them. */
export function reportNotValidated(
  argument: Argument,
  place: string,
  report: (finding: Finding) => void,
): void {
  const { kind, name, type } = argument;
  if (argument.validation !== undefined || !isDto(type)) return;
  if (kind === 'body' && !mayValidate(argument))
    report({
      code: 'body-not-validated',
      message: `No ValidationPipe validates this body, so the rules of its class are not enforced. ${WITH_A_PIPE}`,
      place,
    });
  if (name !== undefined || !hasRunningRules(type, ALL_RULES)) return;
  const isPiped = kind === 'query' || kind === 'path';
  if (kind === 'header' || (isPiped && !mayValidate(argument)))
    report({ code: 'parameters-not-validated', message: isPiped ? FOR_PIPED : FOR_HEADERS, place });
}

const FOR_PIPED = `No ValidationPipe validates these parameters, so the rules of their class are not enforced. ${WITH_A_PIPE}`;

const FOR_HEADERS =
  'Nest runs no pipes for @Headers(), so the rules of its class are not enforced. Read the headers by a ' +
  'decorator of createParamDecorator, under new ValidationPipe({ validateCustomDecorators: true }), and ' +
  'document them by @ApiHeader.';

/** The pipe of nestjs-zod and of @anatine/zod-nestjs. It returns a value of any other class as it is. */
const ZOD_PIPE = 'ZodValidationPipe';

/** Returns whether another pipe may validate. The diagnostic `unread-pipe` reports a pipe of a class. */
function mayValidate({ type, piped }: Argument): boolean {
  const takesAny = isDto(type) && standardSchemaOf(type) === undefined;
  return !piped.unread.every((name) => name === FACTORY_PIPE || (name === ZOD_PIPE && takesAny));
}
