/**
 * Documents that a member can hold against the club, because they prove that their content is in the log
 * (docs/product/wallet.md#receipts-and-statements).
 */
import { createRoute, z } from '@hono/zod-openapi';
import { withAbility } from './abilities';
import { answers, Day, Instant, memberFailures } from './shapes';
import { SummaryYear, Transaction } from './transactions';
import { Amount, Currency, Document } from './wallet';

/** The input of `/log/verifier.html`. Hashes, salts and keys are base64; paths are those of RFC 9162, 2.1.3. */
export const ProofFile = z
  .object({
    format: z.literal('almende-proof-1'),
    /** Address of the club. Its `/log` shows keys and newest head. */
    club: z.string(),
    /** Keys that sign heads, as `name+id+key`. */
    verifier_keys: z.array(z.string()),
    /** The signed head (C2SP tlog-checkpoint) that every path leads to. */
    head: z.string(),
    bookings: z.array(
      z.object({
        transaction_label: z.string(),
        /** Name of the member's ledger account in the entry. */
        account: z.string(),
        /** The posting on that account; negative: the balance falls. */
        amount: Amount,
        currency: Currency,
        booked_at: Instant,
        /** Position of the leaf in the log, from 0. */
        index: z.int(),
        salt: z.string(),
        /** Canonical JSON (RFC 8785). The leaf is the hash of the salt and this. */
        entry: z.string(),
        path: z.array(z.string()),
      }),
    ),
  })
  .openapi('ProofFile');
export type ProofFile = z.infer<typeof ProofFile>;

export const Receipt = z
  .object({
    transaction: Transaction,
    /** Null while the log accepts no entries. */
    proof: ProofFile.nullable(),
    /** Has the proof as an attached file. */
    pdf: Document,
  })
  .openapi('Receipt');

export const getReceipt = createRoute({
  method: 'get',
  path: '/wallet/transactions/{label}/receipt',
  tags: ['Wallet'],
  operationId: 'getReceipt',
  summary: 'The receipt of a transaction with the proof that it is in the log',
  ...withAbility('wallet:read'),
  request: { params: z.object({ label: z.string().openapi({ param: { name: 'label', in: 'path' } }) }) },
  responses: { 200: answers(Receipt, 'The receipt'), ...memberFailures },
});

export const getStatement = createRoute({
  method: 'get',
  path: '/wallet/statement',
  tags: ['Wallet'],
  operationId: 'getStatement',
  summary: 'Opening and closing balance with every transaction between two days, both included',
  ...withAbility('wallet:read'),
  request: {
    query: z.object({
      /** Days in the member's time zone. */
      from: Day,
      to: Day,
      format: z.enum(['pdf', 'csv']).default('pdf'),
    }),
  },
  responses: { 200: answers(Document, 'The statement; 422 for days out of order or too many rows'), ...memberFailures },
});

export const getYearlySummaryPdf = createRoute({
  method: 'get',
  path: '/wallet/yearly-summary/pdf',
  tags: ['Wallet'],
  operationId: 'getYearlySummaryPdf',
  summary: 'The yearly summary as PDF, with the member’s name and address',
  ...withAbility('wallet:read'),
  request: { query: z.object({ year: SummaryYear }) },
  responses: { 200: answers(Document, 'The summary; 422 for a year without one'), ...memberFailures },
});
