/** The public log over the ledger. Rules: docs/product/wallet.md#ledger; hashes as in RFC 9162. */
import { createRoute, z } from '@hono/zod-openapi';
import { answers, asAnyone, failures, Instant } from './shapes';

export const LogHead = z
  .object({
    /** Entries in the log. */
    size: z.int(),
    /** Base64. */
    root_hash: z.string(),
    signed_at: Instant,
    /** The signed note (C2SP tlog-checkpoint, Ed25519). */
    note: z.string(),
  })
  .openapi('LogHead');

export const getLogHead = createRoute({
  method: 'get',
  path: '/wallet/log/head',
  tags: ['Ledger'],
  operationId: 'getLogHead',
  summary: 'The newest signed head of the log',
  ...asAnyone,
  responses: {
    200: answers(
      z.object({
        /** Null before the first entry. */
        head: LogHead.nullable(),
        /** Keys that sign heads, newest first, as `name+id+key`. */
        verifier_keys: z.array(z.string()),
      }),
      'The head',
    ),
    ...failures,
  },
});

const size = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);

export const getLogConsistency = createRoute({
  method: 'get',
  path: '/wallet/log/consistency',
  tags: ['Ledger'],
  operationId: 'getLogConsistency',
  summary: 'The proof that the log of one signed head begins with that of an earlier one',
  ...asAnyone,
  request: { query: z.object({ from: size, to: size }) },
  responses: {
    200: answers(
      z.object({ from: LogHead, to: LogHead, /** Base64, RFC 9162, 2.1.4. */ path: z.array(z.string()) }),
      'The proof; 404 where no head of one of the sizes was given out, 422 where `from` is the later one',
    ),
    ...failures,
  },
});
