import type { ErrorEvent, StackFrame } from '@sentry/remix';

/**
 * Returns a new error report that holds only harmless facts: the error with its stack, the route and the release
 * (docs/product/README.md#privacy).
 */
export function anonymousReport(event: ErrorEvent, route: string): ErrorEvent {
  const { event_id, timestamp, platform, level, release, environment, sdk } = event;
  const values = event.exception?.values?.map(({ type, value, mechanism, stacktrace }) => ({
    type,
    value: anonymousText(value ?? ''),
    mechanism: mechanism && { type: mechanism.type, handled: mechanism.handled },
    stacktrace: stacktrace && { frames: stacktrace.frames?.map(anonymousFrame) },
  }));
  return {
    type: undefined,
    event_id,
    timestamp,
    platform,
    level,
    release,
    environment,
    sdk,
    transaction: route,
    message: event.message && anonymousText(event.message),
    exception: values && { values },
  };
}

/** Engines quote the text that they cannot read as JSON. */
const QUOTED = /".*"/gs;
const PATH = /(https?:\/)?\/[^\s"']+/g;
const ADDRESS = /[^\s"'<>(),;:=/]+(@|%40)[^\s"'<>(),;&?/]+/gi;

const anonymousText = (text: string): string =>
  text.replace(QUOTED, '"…"').replace(PATH, withoutPlace).replace(ADDRESS, '…');

/** An inline script has the address of its page. */
const anonymousFrame = ({ filename, function: name, lineno, colno, in_app }: StackFrame): StackFrame => ({
  filename: filename && withoutPlace(filename),
  function: name,
  lineno,
  colno,
  in_app,
});

/** Only the files of the build have the same address for everybody. */
const withoutPlace = (url: string): string => /\/assets\/[\w.-]+$/.exec(url)?.[0] ?? '…';
