import { Form } from '@remix-run/react';
import { Fragment } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Link } from '../../ui/link';
import { SearchField } from '../../ui/search-field';
import { TICKETS, type TypedTicketFilters, ticketsPath } from '../ticket-filters';
import type { TicketState } from '../ticket-states';

interface TicketSearchProps {
  typed: TypedTicketFilters;
  errors: string[];
}

/** A GET form whose address is the list with these words. The state stays. */
export function TicketSearch({ typed, errors }: TicketSearchProps) {
  const { t } = useTranslation('support');
  return (
    <Form method="get" action={TICKETS} id="tickets" role="search" key={JSON.stringify(typed)} noValidate>
      {typed.state ? <input type="hidden" name="state" value={typed.state} /> : null}
      <SearchField id="tickets-q" name="q" label={t('tickets.search')} defaultValue={typed.q} errors={errors} />
    </Form>
  );
}

interface TicketStatesProps {
  typed: TypedTicketFilters;
  counts: { state: TicketState; count: number }[];
}

/** Links to the tickets of each state, with their number. The words of a search stay, until the last link clears them. */
export function TicketStates({ typed, counts }: TicketStatesProps) {
  const { t } = useTranslation('support');
  const words = (state: TicketState | '', count: number | null) =>
    state ? `${t(`state.${state}`)} ${count}` : t('tickets.every');
  const shown = [{ state: '' as const, count: null }, ...counts.filter(({ count }) => count > 0)];
  return (
    <nav className="row small no-print" aria-label={t('tickets.by_state')}>
      {shown.map(({ state, count }) => (
        <Fragment key={state}>
          <Link
            className="tap"
            to={ticketsPath({ ...typed, state })}
            aria-current={state === typed.state ? 'page' : undefined}
          >
            {state === typed.state ? <strong>{words(state, count)}</strong> : words(state, count)}
          </Link>{' '}
        </Fragment>
      ))}
      {typed.q ? (
        <Link className="tap" to={ticketsPath({ ...typed, q: '' })}>
          {t('faq.clear')}
        </Link>
      ) : null}
    </nav>
  );
}
