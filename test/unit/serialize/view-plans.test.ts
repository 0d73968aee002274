import { Expose } from 'class-transformer';
import { serialize } from '../../../src/serialize/serialize.js';
import { plansOf } from '../../../src/serialize/view-plans.js';

class User {
  @Expose({ groups: ['g7', 'admin'] }) email = 'a';
}

describe('issue 3 point 4: compiled once', () => {
  it.each([
    [{}],
    [{ groups: [] }],
    [{ groups: ['admin'] }],
    [{ groups: ['admin'], version: 2 }],
    [{ version: 2 }],
  ])('for a class and a view: %j', (view) => {
    expect(plansOf(view)).toBe(plansOf({ ...view }));
    expect(plansOf(view).planOf(User)).toBe(plansOf(view).planOf(User));
  });

  it('each view apart', () => {
    const views = [
      {},
      { groups: ['admin'] },
      { groups: ['user'] },
      { version: 1 },
      { groups: ['admin'], version: 1 },
    ];
    expect(new Set(views.map((view) => plansOf(view).planOf(User))).size).toBe(views.length);
  });

  it('stays right when a program makes up views without end', () => {
    for (let index = 0; index < 2500; index += 1) {
      const expected = index === 7 ? { email: 'a' } : {};
      expect(serialize(new User(), { groups: [`g${index}`] })).toEqual(expected);
    }
    expect(serialize(new User(), { groups: ['admin'] })).toEqual({ email: 'a' });
  });
});
