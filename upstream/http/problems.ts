import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** An answer that is no success, in the shapes of Laravel 11. Thrown anywhere, written by `http/answers.ts`. */
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

/** 401: no bearer token, or one that is not good any more. */
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

/** 404: no such thing, or somebody else's; both look the same. */
export class NotFound extends HttpProblem {
  constructor(message = 'Not Found') {
    super(404, message);
  }
}

/** 409: the state of the thing does not allow it. */
export class Conflict extends HttpProblem {
  constructor(code: string, message: string) {
    super(409, message, { code });
  }
}

/** 412: the caller knows the thing as it was before; see `If-Match` (RFC 9110, 13.1.1). */
export class PreconditionFailed extends HttpProblem {
  constructor(code: string, message: string) {
    super(412, message, { code });
  }
}

/** 422 when no single field is at fault (wrong credentials); the text is in the caller's language. */
export class Refused extends HttpProblem {
  constructor(text: string) {
    super(422, text, { error: text, errors: {} });
  }
}

/** 422 with texts a field, in the caller's language; nested fields are dotted paths. */
export class InvalidFields extends HttpProblem {
  constructor(readonly errors: Record<string, string[]>) {
    super(422, Object.values(errors)[0]?.[0] ?? 'The given data was invalid.', { errors });
  }
}

/** 429. `resetAt` is the instant of the next allowed attempt. */
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

/** 429 that no waiting ends: the text says the way out, in the caller's language, at the field that it is about. */
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
