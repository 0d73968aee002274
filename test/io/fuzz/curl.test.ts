import { execFileSync } from 'node:child_process';
import { curlOf } from '../../../src/tools/fuzz/write/request.js';

/** What a shell gives curl: its arguments, and its standard input where it reads that. */
function argumentsOf(command: string): { readonly args: string[]; readonly input: string } {
  const program = `curl() { ${process.execPath} -e '
    const args = process.argv.slice(1);
    const input = args.includes("@-") ? require("fs").readFileSync(0, "latin1") : "";
    console.log(JSON.stringify({ args, input }));' -- "$@"; }`;
  return JSON.parse(execFileSync('sh', ['-c', `${program}\n${command}`], { encoding: 'utf8' })) as never;
}

test('the shell command sends the same request', () => {
  const given = { method: 'PUT', target: '', message: undefined as never };
  const headers = [['Content-Type', 'text/plain']] as const;
  const command = curlOf(
    "http://localhost/it's?a=[1]",
    { ...given, headers: [...headers, ['X-Empty', '']], body: Buffer.from('{"a":"it\'s $HOME `é` 😀"}') },
    [['Authorization', 'secret']],
  );
  expect(argumentsOf(command).args).toEqual([
    ...['--request', 'PUT', '--path-as-is', '--globoff', "http://localhost/it's?a=[1]"],
    ...['--header', 'Authorization: …', '--header', 'Content-Type: text/plain', '--header', 'X-Empty;'],
    ...['--data-raw', '{"a":"it\'s $HOME `é` 😀"}'],
  ]);
  const bytes = Buffer.from([0, 255, 10, 0x5c, 0x30, 0x25, 0x27, 65]);
  const binary = argumentsOf(curlOf('http://localhost/', { ...given, headers, body: bytes }, []));
  expect(binary.args.slice(-2)).toEqual(['--data-binary', '@-']);
  expect(Buffer.from(binary.input, 'latin1')).toEqual(bytes);
});
