// The API of all samples in this folder: one DTO, one operation.
import 'reflect-metadata';
import { IsInt, IsString, Length, MaxLength, Min } from 'class-validator';
import { Description, Docs, Example, operation, Path, response } from 'dtospec';

/** The response of the API. */
export class Greeting {
  @IsString()
  @MaxLength(80)
  @Example('Hello, Ada')
  text!: string;

  @IsInt()
  @Min(1)
  @Description('How often this name was greeted')
  count!: number;
}

class GreetingPath {
  @Path('name')
  @Length(1, 40)
  name!: string;
}

export const docs = new Docs({
  info: { title: 'Greetings API', version: '1.0.0' },
  // From the installed package: nothing leaves this machine.
  ui: { viewerSource: 'local' },
});

const counts = new Map<string, number>();

export function greetingFor(name: string): Greeting {
  const count = (counts.get(name) ?? 0) + 1;
  counts.set(name, count);
  return Object.assign(new Greeting(), { text: `Hello, ${name}`, count });
}

export const greet = operation(
  {
    method: 'GET',
    path: '/greetings/:name',
    summary: 'Get greeting',
    params: GreetingPath,
    responses: { 200: response('The greeting', Greeting) },
  },
  ({ params }) => greetingFor(params.name),
);

/** Where the samples listen; 0 takes a free port. */
export const PORT = Number(process.env.PORT ?? 3000);

export function announce(server: { address(): unknown }): void {
  const { port } = server.address() as { port: number };
  console.log(`Docs page   http://127.0.0.1:${port}/docs/`);
}
