import type { ReactNode } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Alert } from '../../ui/alert';
import { Card } from '../../ui/card';
import { type Proof, proofOf, type Since } from '../proof';
import type { RoomHead } from '../room.server';
import { ProofAccount } from './proof-account';

interface PlantProofProps {
  room: RoomHead;
  /** Whether the history stands beside it. */
  isNarrow?: boolean;
  children: ReactNode;
}

/** The plants of the book beside those that staff counted, why they differ, and every number. */
export function PlantProof({ room, isNarrow, children }: PlantProofProps) {
  const { t } = useTranslation('growing');
  const proof = proofOf(room);
  const isCut = room.stage === 'harvest' || room.stage === 'drying' || room.stage === 'resting';
  return (
    <Card id="proof" title={t('proof.heading')} width={isNarrow ? 8 : undefined}>
      <div className="stack stack-l">
        <Verdict proof={proof} room={room} />
        {proof.kind === 'new' ? null : <ProofAccount room={room} isCut={isCut} />}
        {isCut || (room.cycle > 0 && room.waiting > 0) ? (
          <p className="small muted">
            {isCut ? `${t('proof.cut')} ` : null}
            {room.waiting > 0 ? t('proof.waiting', { count: room.waiting }) : null}
          </p>
        ) : null}
        {children}
      </div>
    </Card>
  );
}

/** Whether book and house agree. Where they do not, both figures are shown below all the same. */
function Verdict({ proof, room }: { proof: Proof; room: RoomHead }) {
  const { t } = useTranslation('growing');
  switch (proof.kind) {
    case 'new':
      return (
        <Alert title={t('proof.new')}>{room.waiting > 0 ? t('proof.new_text', { count: room.waiting }) : null}</Alert>
      );
    case 'never':
      return <Alert title={t('proof.never')}>{t('proof.never_text')}</Alert>;
    case 'earlier':
      return <Alert title={t('proof.earlier')}>{t('proof.earlier_text')}</Alert>;
    case 'equal':
      return (
        <Alert kind="success" title={t('proof.equal')}>
          {t('proof.equal_text', { count: room.plants })}
        </Alert>
      );
    case 'changed':
      return (
        <Alert title={t('proof.changed')}>
          <SinceThen since={proof.since} plants={room.plants} />
        </Alert>
      );
    case 'differs':
      return (
        <Alert
          kind="warning"
          icon="alert"
          title={t(proof.more > 0 ? 'proof.book_more' : 'proof.house_more', { count: Math.abs(proof.more) })}
        >
          {t('proof.why')} {proof.count.reason}
          {proof.since ? (
            <>
              <br />
              <SinceThen since={proof.since} plants={room.plants} />
            </>
          ) : null}
        </Alert>
      );
  }
}

function SinceThen({ since: { lost, added }, plants }: { since: Since; plants: number }) {
  const { t } = useTranslation('growing');
  return (
    <>
      {lost > 0 ? `${t('proof.since_lost', { count: lost })} ` : null}
      {added > 0 ? `${t('proof.since_added', { count: added })} ` : null}
      {added < 0 ? `${t('proof.since_other')} ` : null}
      {t('proof.not_again', { count: plants })}
    </>
  );
}
