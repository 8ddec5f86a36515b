/** Writes statements as a bank does, for the bank of the demo club and for tests. */
import { decimal } from '../../ledger/ledger';
import { writeXml } from './xml';

/** An entry with one transfer. */
export interface WrittenEntry {
  /** The bank's own reference. The same entry has the same one in every statement. */
  bankReference: string;
  /** Minor units of euro, not 0; positive when the account gains. */
  amount: bigint;
  /** Like `2026-11-20`. */
  bookedOn: string;
  remittance?: string;
  endToEndId?: string;
  party?: { name: string; iban?: string };
  isReversal?: boolean;
  /** A charge of the bank. */
  isCharge?: boolean;
  /** The bank's code, such as `AC04`, if a payment comes back. */
  returnReason?: string;
}

/** Returns a camt.053.001.08 with one statement of the account. */
export function writeStatement({
  id,
  iban,
  at,
  entries,
}: {
  id: string;
  iban: string;
  at: Date;
  entries: WrittenEntry[];
}) {
  return writeXml({
    Document: {
      '@xmlns': 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08',
      BkToCstmrStmt: {
        GrpHdr: { MsgId: id, CreDtTm: at.toISOString() },
        Stmt: { Id: id, CreDtTm: at.toISOString(), Acct: { Id: { IBAN: iban } }, Ntry: entries.map(entryOf) },
      },
    },
  });
}

function entryOf(entry: WrittenEntry) {
  const size = entry.amount < 0n ? -entry.amount : entry.amount;
  const money = {
    Amt: { '#text': decimal(size, 'EUR'), '@Ccy': 'EUR' },
    CdtDbtInd: entry.amount > 0n ? 'CRDT' : 'DBIT',
  };
  return {
    ...money,
    RvslInd: entry.isReversal || undefined,
    Sts: { Cd: 'BOOK' },
    BookgDt: { Dt: entry.bookedOn },
    AcctSvcrRef: entry.bankReference,
    BkTxCd: entry.isCharge ? { Domn: { Cd: 'ACMT', Fmly: { Cd: 'MDOP', SubFmlyCd: 'CHRG' } } } : undefined,
    NtryDtls: {
      TxDtls: {
        Refs: { EndToEndId: entry.endToEndId ?? 'NOTPROVIDED' },
        ...money,
        RltdPties: partiesOf(entry),
        RmtInf: entry.remittance ? { Ustrd: entry.remittance.split('\n') } : undefined,
        RtrInf: entry.returnReason ? { Rsn: { Cd: entry.returnReason } } : undefined,
      },
    },
  };
}

/** A reversal or return keeps the roles of the original payment. */
function partiesOf({ party, amount, isReversal, returnReason }: WrittenEntry) {
  if (!party) return undefined;
  const cameBack = Boolean(isReversal || returnReason);
  const role = amount > 0n !== cameBack ? 'Dbtr' : 'Cdtr';
  return {
    [role]: { Pty: { Nm: party.name } },
    [`${role}Acct`]: party.iban ? { Id: { IBAN: party.iban } } : undefined,
  };
}
