// Runs the calls of a client against the server at the URL that is the argument, and prints what the server received.
const [, , base] = process.argv;

// Some clients have a relative URL, or the one of their configuration.
const { fetch } = globalThis;
globalThis.fetch = (input, init) => {
  if (typeof input === 'object' && 'clone' in input) return fetch(moved(input.url), input);
  return fetch(moved(String(input)), init);
};

function moved(url) {
  const { pathname, search } = new URL(url, base);
  return new URL(pathname + search, base);
}

/** `calls` is a function of the base URL. A call that the client lacks is left out. */
export async function run(calls) {
  const received = {};
  for (const [name, call] of Object.entries(calls(base))) {
    let problem;
    try {
      if ((await call()) === 'missing') continue;
    } catch (error) {
      problem = error;
    }
    const last = await (await fetch(`${base}/last`)).json();
    received[name] = last ?? { problem: String(problem?.message ?? problem).split('\n')[0] };
  }
  process.stdout.write(JSON.stringify(received), () => process.exit(0));
}

/** What is sent. */
export const SENT = {
  name: 'a/b c',
  tags: ['a,b', 'c'],
  filter: { text: 'lamp' },
  note: { text: 'lamp' },
};
