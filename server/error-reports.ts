/**
 * The contents of error reports and transactions. They are built only from harmless values, so that no integration of
 * Sentry adds bodies, cookies, headers, addresses or members (docs/product/README.md#privacy).
 */
import type { ErrorEvent, EventHint, Exception, NodeOptions } from '@sentry/remix';
import { anonymousText, statementFailure } from './anonymous-text';
import type { PathLog } from './logged-path';

type TransactionEvent = Parameters<NonNullable<NodeOptions['beforeSendTransaction']>>[0];

const STATUS = 'http.response.status_code';
/** Spans that `error-reporting.ts` names by a route; other names are statements, URLs and the like. */
export const ROUTE_WORK = 'function.remix.';

/** Returns the error with its stack, the route, the release and the request's id. */
export function anonymousError(event: ErrorEvent, { originalException }: EventHint, paths: PathLog): ErrorEvent {
  const failedStatement = statementFailure(originalException);
  const values = event.exception?.values?.map((value) => {
    return anonymousException(value, failedStatement ?? anonymousText(value.value ?? '', paths));
  });
  return {
    ...origins(event),
    type: undefined,
    level: event.level,
    transaction: event.transaction && routeName(event.transaction, paths),
    tags: event.tags,
    message: event.message && anonymousText(event.message, paths),
    exception: values && { values },
    contexts: { trace: bareTrace(event), runtime: event.contexts?.runtime },
  };
}

/** Returns how long a request took and how it ended: method, route, status, and the kinds of work in between. */
export function anonymousTransaction(event: TransactionEvent, paths: PathLog): TransactionEvent {
  const { op, status, data } = event.contexts?.trace ?? {};
  return {
    ...origins(event),
    type: 'transaction',
    start_timestamp: event.start_timestamp,
    transaction: routeName(event.transaction ?? '', paths),
    transaction_info: event.transaction_info,
    contexts: {
      trace: { ...bareTrace(event), op, status, data: { [STATUS]: data?.[STATUS] } },
    },
    spans: event.spans?.map(
      ({ trace_id, span_id, parent_span_id, op, status, start_timestamp, timestamp, ...span }) => {
        // The id of the route whose loader or action ran.
        const description = op?.startsWith(ROUTE_WORK) ? span.description : undefined;
        return { trace_id, span_id, parent_span_id, op, description, status, start_timestamp, timestamp, data: {} };
      },
    ),
  };
}

/** Sentry names a request by its method and path. */
function routeName(transaction: string, paths: PathLog): string {
  const [method = '', path = ''] = transaction.split(' ');
  return `${method} ${paths.pattern(path)}`;
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
    // It becomes the header of the envelope, where Sentry would put the original path of the request.
    sdkProcessingMetadata: {
      dynamicSamplingContext: trace_id ? { trace_id, public_key, sampled, sample_rand, sample_rate } : undefined,
    },
  };
}

function bareTrace({ contexts }: ErrorEvent | TransactionEvent) {
  const { trace_id = '', span_id = '', parent_span_id } = contexts?.trace ?? {};
  return { trace_id, span_id, parent_span_id };
}

function anonymousException({ type, stacktrace, mechanism }: Exception, value: string): Exception {
  return {
    type,
    value,
    mechanism: mechanism && { ...mechanism, data: undefined },
    stacktrace: stacktrace && { frames: stacktrace.frames?.map((frame) => ({ ...frame, vars: undefined })) },
  };
}
