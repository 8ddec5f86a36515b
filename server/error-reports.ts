/**
 * What an error report and a transaction may say: they are written anew from what is known to be harmless, so that no
 * integration of Sentry adds bodies, cookies, headers, addresses or members by itself (product/README.md, privacy).
 */
import type { ErrorEvent, EventHint, Exception, NodeOptions } from '@sentry/node';
import { loggedPath } from '../app/platform/logged-path';

type TransactionEvent = Parameters<NonNullable<NodeOptions['beforeSendTransaction']>>[0];

const STATUS = 'http.response.status_code';

/** The error with its stack, the release and the request's id. */
export function anonymousError(event: ErrorEvent, { originalException }: EventHint): ErrorEvent {
  const failedStatement = statementFailure(originalException);
  const values = event.exception?.values?.map((value) => anonymousException(value, failedStatement));
  return {
    ...origins(event),
    type: undefined,
    level: event.level,
    tags: event.tags,
    message: event.message && anonymousText(event.message),
    exception: values && { values },
    contexts: { trace: bareTrace(event), runtime: event.contexts?.runtime },
  };
}

/** How long a request took and how it ended: method, path as in the log, status, and the kinds of work in between. */
export function anonymousTransaction(event: TransactionEvent): TransactionEvent {
  const [method = '', path = ''] = (event.transaction ?? '').split(' ');
  const { op, status, data } = event.contexts?.trace ?? {};
  return {
    ...origins(event),
    type: 'transaction',
    start_timestamp: event.start_timestamp,
    transaction: `${method} ${loggedPath(path)}`,
    transaction_info: event.transaction_info,
    contexts: {
      trace: { ...bareTrace(event), op, status, data: { [STATUS]: data?.[STATUS] } },
    },
    spans: event.spans?.map(({ trace_id, span_id, parent_span_id, op, status, start_timestamp, timestamp }) => {
      return { trace_id, span_id, parent_span_id, op, status, start_timestamp, timestamp, data: {} };
    }),
  };
}

function origins(event: ErrorEvent | TransactionEvent) {
  const { event_id, timestamp, platform, release, environment, sdk, sdkProcessingMetadata } = event;
  const { trace_id, public_key, sampled, sample_rand, sample_rate } =
    sdkProcessingMetadata?.dynamicSamplingContext ?? {};
  return {
    event_id,
    timestamp,
    platform,
    release,
    environment,
    sdk: sdk && { name: sdk.name, version: sdk.version },
    // Becomes the header of the envelope, where Sentry would name the path of the request as it came.
    sdkProcessingMetadata: {
      dynamicSamplingContext: trace_id ? { trace_id, public_key, sampled, sample_rand, sample_rate } : undefined,
    },
  };
}

function bareTrace({ contexts }: ErrorEvent | TransactionEvent) {
  const { trace_id = '', span_id = '', parent_span_id } = contexts?.trace ?? {};
  return { trace_id, span_id, parent_span_id };
}

function anonymousException(exception: Exception, failedStatement: string | null): Exception {
  const { type, value = '', stacktrace, mechanism } = exception;
  return {
    type,
    value: failedStatement ?? anonymousText(value),
    mechanism: mechanism && { ...mechanism, data: undefined },
    stacktrace: stacktrace && { frames: stacktrace.frames?.map((frame) => ({ ...frame, vars: undefined })) },
  };
}

/** Messages about statements quote their values, so the state of PostgreSQL stands in their place. */
function statementFailure(error: unknown, depth = 0): string | null {
  if (!(error instanceof Error) || depth > 5) return null;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(code)) return `SQLSTATE ${code}`;
  const deeper = statementFailure(error.cause, depth + 1);
  return deeper ?? (error.message.startsWith('Failed query') ? 'Failed query' : null);
}

const PATH = /(https?:\/\/[^\s/"']+)?(\/[^\s"'?#]+)([?#][^\s"']*)?/g;
const ADDRESS = /[^\s"'<>(),;:=/]+(@|%40)[^\s"'<>(),;&?/]+/gi;

const anonymousText = (text: string) =>
  text
    .replace(PATH, (_, origin: string | undefined, path: string) => (origin ?? '') + loggedPath(path))
    .replace(ADDRESS, '…');
