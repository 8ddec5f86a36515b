import { Form } from '@remix-run/react';
import type { CheckIn } from '../../../upstream/contract/appointments-door';
import { HiddenFields } from '../../platform/form/hidden-fields';
import { useTranslation } from '../../platform/i18n/use-translation';
import type { Tone } from '../../ui/badge';
import { Button } from '../../ui/button';
import { classNames } from '../../ui/class-names';
import { Icon } from '../../ui/icon';
import type { IconName } from '../../ui/icon-names';
import { Time } from '../../ui/time';
import { codeText } from '../code-text';
import type { DoorResult } from './use-door';

type Outcome = DoorResult['outcome'];

/** Words, colour and icon of each outcome: nobody has to tell them apart by colour alone. */
export const LOOKS: Record<Outcome, { tone?: Tone; icon: IconName }> = {
  admitted: { tone: 'good', icon: 'check' },
  duplicate: { tone: 'warn', icon: 'clock' },
  canceled: { tone: 'stop', icon: 'stop' },
  other: { tone: 'info', icon: 'calendar' },
  unknown: { tone: 'stop', icon: 'alert' },
  undone: { icon: 'undo' },
  stored: { tone: 'info', icon: 'clock' },
};

interface OutcomeProps {
  result: DoorResult;
  timeZone: string;
}

/** What the last code was, large enough to be read at arm's length. */
export function OutcomeMessage({ result, timeZone }: OutcomeProps) {
  const { t } = useTranslation('door');
  const { outcome, code } = result;
  const { tone, icon } = LOOKS[outcome];
  const isOffline = 'isOffline' in result;
  const name = isOffline ? codeText(code) : (result.name ?? codeText(code));
  return (
    <div className={classNames('alert', tone)} id="result" role="status">
      <Icon name={icon} />
      <div className="stack stack-s">
        <h2>{t(`title.${outcome}`, { name })}</h2>
        {isOffline ? (
          <p>
            {result.places ? <strong>{t('places', { count: result.places })}. </strong> : null}
            {t(`offline.${result.outcome}`)}
          </p>
        ) : (
          <Details result={result} timeZone={timeZone} />
        )}
        {outcome === 'admitted' && !isOffline ? <Undo code={code} /> : null}
      </div>
    </div>
  );
}

function Details({ result, timeZone }: { result: CheckIn; timeZone: string }) {
  const { t } = useTranslation('door');
  const { outcome, places, guests, notes } = result;
  return (
    <>
      {outcome === 'admitted' ? (
        <p>
          <strong>{t('places', { count: places })}</strong>
          {guests.length > 0 ? t('with', { names: guests.map(({ name }) => name).join(', ') }) : null}.
        </p>
      ) : null}
      {notes && outcome === 'admitted' ? <p>{t('notes', { notes })}</p> : null}
      <p>
        <Reason result={result} timeZone={timeZone} />
      </p>
    </>
  );
}

/** Why the outcome is what it is, with the time that decides. */
export function Reason({ result: { outcome, at, since, other }, timeZone }: { result: CheckIn; timeZone: string }) {
  const { t } = useTranslation('door');
  const time = (when: string, format?: 'time') => (
    <Time at={when} format={format} relative={false} timeZone={timeZone} />
  );
  if (outcome === 'admitted')
    return (
      <>
        {t('reason.admitted')} {time(at, 'time')}
      </>
    );
  if (outcome === 'other' && other)
    return (
      <>
        {t('reason.other', { title: other.title })} {time(other.starts_at)}
      </>
    );
  if ((outcome === 'duplicate' || outcome === 'canceled') && since)
    return (
      <>
        {t(`reason.${outcome}`)} {time(since)}
      </>
    );
  if (outcome === 'undone')
    return (
      <>
        {t('reason.undone')} {time(at, 'time')}
      </>
    );
  return t(outcome === 'unknown' ? 'reason.unknown' : 'reason.not_valid');
}

function Undo({ code }: { code: string }) {
  const { t } = useTranslation('door');
  return (
    <Form method="post" id="undo">
      <HiddenFields />
      <input type="hidden" name="code" value={code} />
      <Button kind="link" small name="intent" value="undo">
        {t('undo')}
      </Button>
    </Form>
  );
}
