import 'reflect-metadata'; // before the first class with decorators
import { IsInt, IsString, Length, Min } from 'class-validator';
import { Docs, operation, Path, response } from 'dtospec';

export class Greeting {
  @IsString() text!: string;
  @IsInt() @Min(1) count!: number;
}

class GreetingPath {
  @Path('name') @IsString() @Length(1, 40) name!: string;
}

const counts = new Map<string, number>();

export const operations = [
  operation(
    {
      method: 'GET',
      path: '/api/greetings/:name',
      summary: 'Get greeting',
      params: GreetingPath,
      responses: { 200: response('The greeting', Greeting) },
    },
    ({ params: { name } }) => {
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return Object.assign(new Greeting(), { text: `Hello, ${name}`, count });
    },
  ),
];

export const docs = new Docs({ info: { title: 'Greetings API', version: '1.0.0' } });
