import { useEffect, useState } from 'react';
import { dropPass, isPassKept, keepPass } from '../../mobile/kept-passes';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Button } from '../../ui/button';
import { ticketPath } from '../appointment-path';

interface KeepPassProps {
  label: string;
  /** The ticket opens the door. Another one is not kept. */
  isValid: boolean;
}

/** With script and a service worker: keeps the ticket on this device until the member signs out or locks. */
export function KeepPass({ label, isValid }: KeepPassProps) {
  const { t } = useTranslation('appointment');
  const path = ticketPath(label);
  const [state, setState] = useState<'kept' | 'not' | 'failed' | null>(null);
  useEffect(() => {
    let isGone = false;
    const look = async () => {
      const isKept = await isPassKept(path);
      if (isKept === undefined) return null;
      if (!isKept) return 'not';
      // Time and place may have changed since, and a canceled ticket must not look like one.
      if (isValid) await keepPass(path);
      else await dropPass(path);
      return isValid ? 'kept' : 'not';
    };
    look().then(
      (found) => isGone || setState(found),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [path, isValid]);
  if (state === null || !isValid) return null;
  const keep = async () => setState((await keepPass(path)) ? 'kept' : 'failed');
  const drop = () => dropPass(path).then(() => setState('not'));
  return (
    <>
      <Button kind="second" type="button" icon="phone" onClick={state === 'kept' ? drop : keep}>
        {t(state === 'kept' ? 'keep.drop' : 'keep.keep')}
      </Button>
      <p className="small muted measure" role="status">
        {t(state === 'kept' ? 'keep.kept' : state === 'failed' ? 'keep.failed' : 'keep.text')}
      </p>
    </>
  );
}
