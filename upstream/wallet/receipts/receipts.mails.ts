/** The notes below a confirmation mail, in both languages. */
import type { ProofFile } from '../../contract/receipts';
import type { Language } from '../../mail/mail';
import { textOf } from './proof-file';

type Notes = (proof: ProofFile | null, publicUrl: string, label: string) => string[];

const receiptAt = (publicUrl: string, label: string) => `${publicUrl}/financial/transaction/${label}`;

/** Returns the proof in words, its parts, and the block for the verifier page. */
export const proofNotes: Record<Language, Notes> = {
  en: (proof, publicUrl, label) => {
    const [booking] = proof?.bookings ?? [];
    if (!proof || !booking)
      return [
        `The proof that this transaction is in the public log was not ready in time. It is on the receipt: ${receiptAt(publicUrl, label)}`,
      ];
    return [
      `Proof. This transaction is number ${booking.index + 1} in the public log of the club, which can only grow. Keep this e-mail: with it anybody can show what was booked, even if the club’s books say something else one day. The page ${publicUrl}/log/verifier.html checks the block at the end, or the attached file, without a network.`,
      ...parts(proof, { head: 'Signed head', index: 'Index', salt: 'Salt', entry: 'Entry', path: 'Path' }),
      `Block for the verifier page:\n${textOf(proof)}`,
    ];
  },
  de: (proof, publicUrl, label) => {
    const [booking] = proof?.bookings ?? [];
    if (!proof || !booking)
      return [
        `Der Nachweis, dass diese Buchung im öffentlichen Protokoll steht, war nicht rechtzeitig fertig. Du findest ihn auf dem Beleg: ${receiptAt(publicUrl, label)}`,
      ];
    return [
      `Nachweis. Diese Buchung ist Nummer ${booking.index + 1} im öffentlichen Protokoll des Vereins, das nur wachsen kann. Hebe diese E-Mail auf: Mit ihr kann jeder zeigen, was gebucht wurde, auch wenn die Bücher des Vereins eines Tages etwas anderes sagen. Die Seite ${publicUrl}/log/verifier.html prüft den Block am Ende oder die angehängte Datei ohne Netz.`,
      ...parts(proof, {
        head: 'Signierter Stand',
        index: 'Index',
        salt: 'Salz',
        entry: 'Eintrag',
        path: 'Pfad',
      }),
      `Block für die Prüfseite:\n${textOf(proof)}`,
    ];
  },
};

function parts({ head, bookings }: ProofFile, words: Record<'head' | 'index' | 'salt' | 'entry' | 'path', string>) {
  return bookings.flatMap(({ index, salt, entry, path }) => [
    `${words.index}: ${index}\n${words.salt}: ${salt}\n${words.entry}: ${entry}\n${words.path}: ${path.join(' ') || '–'}`,
    `${words.head}:\n${head.trim()}`,
  ]);
}
