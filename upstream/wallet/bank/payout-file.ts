/**
 * Writes payouts as a file for the bank: ISO 20022 pain.001.001.09, as the EPC's guidelines (EPC132-08) use it for
 * SEPA.
 */
import { decimal } from '../../ledger/ledger';
import { sepaText } from './sepa-text';
import { writeXml } from './xml';

export interface Payout {
  /** The end-to-end id, which the bank's statement repeats. */
  label: string;
  /** Minor units of euro, positive. */
  amount: bigint;
  holder: string;
  iban: string;
  bic: string | null;
}

interface PayoutFile {
  /** At most 35 characters, and never used before. */
  id: string;
  at: Date;
  /** The day on which the bank shall pay, like `2026-11-23`. */
  executeOn: string;
  debtor: { holder: string; iban: string; bic: string };
  payouts: Payout[];
}

/**
 * Returns one batch with a transfer for each payout. The bank books them one by one, so that the statement shows each
 * label.
 */
export function writePayoutFile({ id, at, executeOn, debtor, payouts }: PayoutFile): string {
  const sums = { NbOfTxs: payouts.length, CtrlSum: decimal(totalOf(payouts), 'EUR') };
  return writeXml({
    Document: {
      '@xmlns': 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09',
      CstmrCdtTrfInitn: {
        GrpHdr: { MsgId: id, CreDtTm: at.toISOString(), ...sums, InitgPty: partyOf(debtor.holder) },
        PmtInf: {
          PmtInfId: id,
          PmtMtd: 'TRF',
          BtchBookg: false,
          ...sums,
          PmtTpInf: { SvcLvl: { Cd: 'SEPA' } },
          ReqdExctnDt: { Dt: executeOn },
          Dbtr: partyOf(debtor.holder),
          DbtrAcct: accountOf(debtor.iban),
          DbtrAgt: agentOf(debtor.bic),
          ChrgBr: 'SLEV',
          CdtTrfTxInf: payouts.map((payout) => transferOf(payout, debtor.holder)),
        },
      },
    },
  });
}

export const totalOf = (payouts: readonly Payout[]): bigint => payouts.reduce((sum, { amount }) => sum + amount, 0n);

const transferOf = ({ label, amount, holder, iban, bic }: Payout, debtor: string) => ({
  PmtId: { EndToEndId: label },
  Amt: { InstdAmt: { '#text': decimal(amount, 'EUR'), '@Ccy': 'EUR' } },
  CdtrAgt: agentOf(bic),
  Cdtr: partyOf(holder),
  CdtrAcct: accountOf(iban),
  RmtInf: { Ustrd: sepaText(`${debtor} ${label}`, 140) },
});

const partyOf = (name: string) => ({ Nm: sepaText(name, 70) });
const accountOf = (iban: string) => ({ Id: { IBAN: iban } });
/** Without a BIC the bank derives it from the IBAN. */
const agentOf = (bic: string | null) => ({ FinInstnId: bic ? { BICFI: bic } : { Othr: { Id: 'NOTPROVIDED' } } });
