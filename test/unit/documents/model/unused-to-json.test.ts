import { Exclude, Expose } from 'class-transformer';
import { IsInt, IsString } from 'class-validator';
import { Docs, operation, response, serialize } from '../../../../src/index.js';

// JSON.stringify calls toJSON, but the decorators of a class decide what an operation sends.

class User {
  @IsString() name = 'Ann';
  @IsString() password = 'secret';
  @Expose() @IsString() get label(): string {
    return this.name;
  }
  toJSON(): object {
    return { name: this.name };
  }
}
class Excluding extends User {
  @Exclude({ toPlainOnly: true }) override password = 'secret';
}
class Same {
  @IsString() name = 'Ann';
  toJSON(): object {
    return { ...this, more: 1 };
  }
}
class Throws {
  @IsInt() age = 3;
  @IsInt() size = 3;
  toJSON(): object {
    return { age: this.age.toFixed(2) };
  }
}
/** As Sequelize's models, whose values are elsewhere. */
class Elsewhere {
  @IsString() name = 'Ann';
  @IsString() city = 'Paris';
  toJSON(): object {
    return {};
  }
}

const reported = (target: new () => object): unknown => {
  const docs = new Docs({ info: { title: 'Users', version: '1' } });
  const find = operation(
    { method: 'GET', path: '/user', responses: { 200: response('It', target) } },
    () => new target(),
  );
  docs.addOperations([find]);
  return docs
    .diagnostics()
    .filter(({ code }) => code === 'to-json-not-called')
    .map(({ message, place }) => [place, /leaves out (.+?), which/.exec(message)?.[1]]);
};

it('names the members that toJSON leaves out and operations send', () => {
  expect(reported(User)).toEqual([['User', 'password']]);
  expect(serialize(new User())).toEqual({ name: 'Ann', password: 'secret', label: 'Ann' });
});

it.each([[Excluding], [Same], [Throws], [Elsewhere]])('reports nothing of %p', (target) => {
  expect(reported(target)).toEqual([]);
});
