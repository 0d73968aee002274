import type { MessageObserver, Observe } from '../types.js';

/** Returns an observer that passes its calls to two others. */
export function both(first: Observe | undefined, second: Observe | undefined): Observe | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  return (operation, direction) => joined(first(operation, direction), second(operation, direction));
}

function joined(first: MessageObserver, second: MessageObserver): MessageObserver {
  return {
    response: (key) => joined(first.response(key), second.response(key)),
    content: (key) => {
      first.content(key);
      second.content(key);
    },
    parameter: (found, isThere) => {
      first.parameter(found, isThere);
      second.parameter(found, isThere);
    },
    value: (pointer, value) => {
      first.value(pointer, value);
      second.value(pointer, value);
    },
  };
}
