import * as v from 'class-validator';
import fc from 'fast-check';
import { accepts, classOf, schemaOf } from './compare.js';

const runs = Number(process.env.DTOSPEC_RUNS ?? 100);
const seed = Number(process.env.DTOSPEC_SEED ?? 20_260_101);

const flag = fc.boolean();
const optional = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) => fc.record(model, { requiredKeys: [] });

const urlOptions = optional({
  require_tld: flag,
  require_protocol: flag,
  require_host: flag,
  require_port: flag,
  require_valid_protocol: flag,
  allow_underscores: flag,
  allow_trailing_dot: flag,
  allow_protocol_relative_urls: flag,
  allow_fragments: flag,
  allow_query_components: flag,
  disallow_auth: flag,
  host_blacklist: fc.constantFrom(['a.com', '::1']),
  host_whitelist: fc.constantFrom<(string | RegExp)[]>(['a', 'b.co'], [/^a/], [/\.co$/]),
});
const urlPieces =
  'http : // / @ a b.co a.com . 80 0 65536 ? # [::1] [ ::1 %41 - _ ü < mailto: ftp: x-1+ & .de * localhost 😀 1.2.3.4';

const emailOptions = optional({
  allow_display_name: flag,
  require_display_name: flag,
  allow_utf8_local_part: flag,
  require_tld: flag,
  ignore_max_length: flag,
  allow_ip_domain: flag,
  allow_underscores: flag,
  blacklisted_chars: fc.constantFrom('a', 'x+'),
});
const emailPieces =
  'a b.co @ < > " \\ . A k [1.2.3.4] [ ::1 ] ü x+y 😀 \u2028 Ann <a@b.co> a@b.co "A <" \uD83D ; \\" a_b.co';

type Row = readonly [string, fc.Arbitrary<object>, string, (options: object) => PropertyDecorator];

const rows: readonly Row[] = [
  ['IsUrl', urlOptions, urlPieces, (options) => v.IsUrl(options)],
  ['IsEmail', emailOptions, emailPieces, (options) => v.IsEmail(options)],
];

describe('issue 3: URLs and addresses under any options', () => {
  it.each(rows)('%s', (decorator, options, pieces, apply) => {
    const piece = fc.constantFrom(...pieces.split(' '), ' ');
    const text = fc.array(piece, { maxLength: 8 }).map((parts) => parts.join(''));
    const texts = fc.array(text, { minLength: 100, maxLength: 100 });
    const differences = fc
      .sample(fc.tuple(options, texts), { numRuns: runs, seed })
      .flatMap(([given, values]) => {
        const sample = { decorator, use: JSON.stringify(given), apply: apply({ ...given }), seeds: [] };
        const target = classOf(sample);
        const { admits } = schemaOf(sample, 'exact');
        return values
          .filter((value) => accepts(target, { p: value }) !== admits({ p: value }))
          .map((value) => ({ given, value }));
      });
    expect(differences).toEqual([]);
  });
});
