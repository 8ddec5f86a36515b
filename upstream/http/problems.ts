import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** A failure as an answer in the shapes of Laravel 11. Thrown anywhere, written by `http/answers.ts`. */
export class HttpProblem extends Error {
  override name = 'HttpProblem';

  constructor(
    readonly status: ContentfulStatusCode,
    message: string,
    readonly body: Record<string, unknown> = {},
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }
}

/** 401: no bearer token, or an invalid one. */
export class Unauthenticated extends HttpProblem {
  constructor() {
    super(401, 'Unauthenticated.');
  }
}

/** 403 with a code such as `missing_permission` or `email_not_verified`. */
export class Forbidden extends HttpProblem {
  constructor(code: string, message = 'This action is unauthorized.') {
    super(403, message, { code });
  }
}

/** 404: no such object, or it belongs to somebody else; both look the same. */
export class NotFound extends HttpProblem {
  constructor(message = 'Not Found') {
    super(404, message);
  }
}

/** 409: the state of the object does not allow the call. `errors` has the texts of the fields concerned, if any. */
export class Conflict extends HttpProblem {
  constructor(code: string, message: string, errors?: Record<string, string[]>) {
    super(409, message, { code, ...(errors && { errors }) });
  }
}

/** 412: the object has changed since the caller read it; see `If-Match` (RFC 9110, 13.1.1). */
export class PreconditionFailed extends HttpProblem {
  constructor(code: string, message: string) {
    super(412, message, { code });
  }
}

/** 422 if no single field is at fault (wrong credentials). The text is in the caller's language. */
export class Refused extends HttpProblem {
  constructor(text: string) {
    super(422, text, { error: text, errors: {} });
  }
}

/** 422 with texts for each field, in the caller's language. Nested fields are dotted paths. */
export class InvalidFields extends HttpProblem {
  constructor(readonly errors: Record<string, string[]>) {
    super(422, Object.values(errors)[0]?.[0] ?? 'The given data was invalid.', { errors });
  }
}

/** 429. `resetAt` is the time of the next allowed attempt. */
export class TooManyAttempts extends HttpProblem {
  constructor(limit: number, resetAt: Date, now: Date) {
    super(
      429,
      'Too Many Attempts.',
      {},
      {
        'Retry-After': String(Math.max(1, Math.ceil((resetAt.getTime() - now.getTime()) / 1000))),
        'X-RateLimit-Limit': String(limit),
        'X-RateLimit-Remaining': '0',
        'X-RateLimit-Reset': String(Math.ceil(resetAt.getTime() / 1000)),
      },
    );
  }
}

/** 429 that does not end by waiting. The text at `field` tells the way out, in the caller's language. */
export class AttemptsUsedUp extends HttpProblem {
  constructor(limit: number, field: string, text: string) {
    super(
      429,
      text,
      { errors: { [field]: [text] } },
      { 'X-RateLimit-Limit': String(limit), 'X-RateLimit-Remaining': '0' },
    );
  }
}

/** 503: maintenance, or the database does not answer. */
export class ServiceUnavailable extends HttpProblem {
  constructor(retryAfterSeconds?: number) {
    super(503, 'Service Unavailable', {}, retryAfterSeconds ? { 'Retry-After': String(retryAfterSeconds) } : {});
  }
}

/** 503: one statement of the call took too long and was ended. The same call would take as long again. */
export class TooMuch extends HttpProblem {
  constructor() {
    super(503, 'This asks for too much at once. Ask for less.', { code: 'too_much' });
  }
}
