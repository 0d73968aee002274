/** Wrong results of handlers: a title, a program, and what each compiler prints. */
export const WRONG_RESULTS: readonly (readonly [string, string, readonly string[]])[] = [
  [
    `a missing field of a body alone`,
    `operation(one, () => ({ id: 1, kind: 'a' }));`,
    [
      `Type '{ id: number; kind: "a"; }' is not assignable to type '"return reply(200, body)" | User'.`,
      `Property 'name' is missing in type '{ id: number; kind: "a"; }' but required in type 'User'.`,
    ],
  ],
  [
    `a missing field of an async body`,
    `operation(one, async () => ({ id: 1, kind: 'a' }));`,
    [
      `Type 'Promise<{ id: number; kind: "a"; }>' is not assignable to type 'Promise<"return reply(200, body)" | User>'.`,
      `Type '{ id: number; kind: "a"; }' is not assignable to type '"return reply(200, body)" | User'.`,
      `Property 'name' is missing in type '{ id: number; kind: "a"; }' but required in type 'User'.`,
    ],
  ],
  [
    `a wrong field of a body alone`,
    `operation(one, () => ({ id: 'x', name: 'y', kind: 'a' as const }));`,
    [`Type 'string' is not assignable to type 'number'.`],
  ],
  [
    `a wrong field of an async body`,
    `operation(one, async () => { await 1; return { id: 'x', name: 'y', kind: user.kind }; });`,
    [
      `Argument of type '() => Promise<{ id: string; name: string; kind: "a" | "b"; }>' is not assignable to parameter of type '(input: never) => Promise<"return reply(200, body)" | User>'.`,
      `Type 'Promise<{ id: string; name: string; kind: "a" | "b"; }>' is not assignable to type 'Promise<"return reply(200, body)" | User>'.`,
      `Type '{ id: string; name: string; kind: "a" | "b"; }' is not assignable to type '"return reply(200, body)" | User'.`,
      `Type '{ id: string; name: string; kind: "a" | "b"; }' is not assignable to type 'User'.`,
      `Types of property 'id' are incompatible.`,
      `Type 'string' is not assignable to type 'number'.`,
    ],
  ],
  [
    `no result`,
    `operation(one, () => {});`,
    [
      `Argument of type '() => void' is not assignable to parameter of type '(input: never) => "return reply(200, body)" | User'.`,
      `Type 'void' is not assignable to type '"return reply(200, body)" | User'.`,
    ],
  ],
  [
    `a result that may be undefined`,
    `operation(one, () => [user].find(({ id }) => id === 1));`,
    [
      `Type 'User | undefined' is not assignable to type '"return reply(200, body)" | User'.`,
      `Type 'undefined' is not assignable to type '"return reply(200, body)" | User'.`,
    ],
  ],
  [
    `a missing async result`,
    `operation(one, async () => { await 1; });`,
    [
      `Argument of type '() => Promise<void>' is not assignable to parameter of type '(input: never) => Promise<"return reply(200, body)" | User>'.`,
      `Type 'Promise<void>' is not assignable to type 'Promise<"return reply(200, body)" | User>'.`,
      `Type 'void' is not assignable to type '"return reply(200, body)" | User'.`,
    ],
  ],
  [
    `an empty object`,
    `operation(one, () => ({}));`,
    [`Type '{}' is not assignable to type '"return reply(200, body)" | User'.`],
  ],
  [
    `an async text`,
    `operation(one, async () => 'x');`,
    [
      `Type 'Promise<string>' is not assignable to type 'Promise<"return reply(200, body)" | User>'.`,
      `Type 'string' is not assignable to type '"return reply(200, body)" | User'.`,
    ],
  ],
  [
    `a promise within an object`,
    `operation(one, () => ({ user: Promise.resolve(user) }));`,
    [`Type '{ user: Promise<User>; }' is not assignable to type '"return reply(200, body)" | User'.`],
  ],
  [
    `a list where one is documented`,
    `operation(one, () => [user]);`,
    [`Type 'User[]' is not assignable to type '"return reply(200, body)" | User'.`],
  ],
  [
    `an async list where one is documented`,
    `operation(one, async () => [user]);`,
    [
      `Type 'Promise<User[]>' is not assignable to type 'Promise<"return reply(200, body)" | User>'.`,
      `Type 'User[]' is not assignable to type '"return reply(200, body)" | User'.`,
    ],
  ],
  [
    `one where a list is documented`,
    `operation({ method: 'GET', path: '/users', responses: { 200: response('', [User]) } }, () => user);`,
    [`Type 'User' is not assignable to type '"return reply(200, body)" | User[]'.`],
  ],
  [
    `an async body where the status is open`,
    `operation(get, async () => user);`,
    [
      `Type 'Promise<User>' is not assignable to type 'Promise<"return reply(200, body)" | "return reply(204)" | "return reply(404, body)">'.`,
      `Type 'User' is not assignable to type '"return reply(200, body)" | "return reply(204)" | "return reply(404, body)"'.`,
    ],
  ],
  [
    `an undocumented status of a reply that is imported`,
    `operation(one, () => reply(201, user));`,
    [`Type 'Reply<201, User>' is not assignable to type '"return reply(200, body)"'.`],
  ],
  [
    `a wrong body of a reply that is imported`,
    `operation(one, () => reply(200, { id: 1 }));`,
    [
      `Type 'Reply<200, { id: number; }>' is not assignable to type '"return reply(200, body)" | Reply<200, User>'.`,
      `Type 'Reply<200, { id: number; }>' is not assignable to type 'Reply<200, User>'.`,
      `Type '{ id: number; }' is missing the following properties from type 'User': name, kind`,
    ],
  ],
  [
    `an undocumented problem`,
    `operation(one, async () => problem(409, ''));`,
    [
      `Type 'Promise<Reply<409, ProblemDetails>>' is not assignable to type 'Promise<"return reply(200, body)">'.`,
      `Type 'Reply<409, ProblemDetails>' is not assignable to type '"return reply(200, body)"'.`,
    ],
  ],
  [
    `an undocumented problem beside a body`,
    `operation(one, () => { if (user.id === 1) return problem(409, ''); return user; });`,
    [
      `Argument of type '() => Reply<409, ProblemDetails> | User' is not assignable to parameter of type '(input: never) => "return reply(200, body)" | User'.`,
      `Type 'Reply<409, ProblemDetails> | User' is not assignable to type '"return reply(200, body)" | User'.`,
      `Type 'Reply<409, ProblemDetails>' is not assignable to type '"return reply(200, body)" | User'.`,
    ],
  ],
  [
    `null where 404 is documented`,
    `operation({ ...one, responses: { ...one.responses, 404: problemResponse('') } }, () => [user].find(({ id }) => id === 1) ?? null);`,
    [
      `Type 'User | null' is not assignable to type '"return reply(200, body)" | "return reply(404, body)" | User'.`,
      `Type 'null' is not assignable to type '"return reply(200, body)" | "return reply(404, body)" | User'.`,
    ],
  ],
  [
    `a Response of fetch`,
    `operation(one, () => new Response('{}'));`,
    [`Type 'Response' is not assignable to type '"return reply(200, body)" | User'.`],
  ],
  [
    `an async Response of fetch`,
    `operation(one, async () => Response.json(user));`,
    [
      `Type 'Promise<Response>' is not assignable to type 'Promise<"return reply(200, body)" | User>'.`,
      `Type 'Response' is not assignable to type '"return reply(200, body)" | User'.`,
    ],
  ],
  [
    `the response of Express`,
    `operation(one, () => answer.status(200).json(user));`,
    [
      `Type 'Response<any, Record<string, any>>' is not assignable to type '"return reply(200, body)" | User'.`,
    ],
  ],
  [
    `a wrong result where a range and other statuses are documented`,
    `operation({ method: 'GET', path: '/', responses: { 200: response('', User), '4XX': problemResponse(''), default: response('', String) } }, () => 5);`,
    [
      `Type 'number' is not assignable to type '"return reply(200, body)" | "return reply(4XX, body)" | "return reply(status, body)" | User'.`,
    ],
  ],
  [
    `a body where none is documented alone`,
    `operation({ method: 'GET', path: '/', responses: { 204: response('') } }, () => user);`,
    [`Type 'User' is not assignable to type '"return reply(204)" | void'.`],
  ],
  [
    `no mistake in a further member, which is not sent`,
    `operation(one, () => ({ id: 1, name: 'x', kind: 'a' as const, passwordHash: 'x' }));`,
    [],
  ],
];
