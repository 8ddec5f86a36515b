import { ServerForm, useServerForm } from '../../platform/form/form';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Button, LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { useFormat } from '../../ui/format';
import { formatNumber } from '../../ui/numbers';
import { Time } from '../../ui/time';
import { type ExportState, useExportProgress } from './use-export-progress';

interface DataExportProps {
  state: ExportState;
  lastResult: unknown;
}

/** The export of everything that the club keeps about the member. */
export function DataExport({ state: loaded, lastResult }: DataExportProps) {
  const { t } = useTranslation('settings');
  const state = useExportProgress(loaded);
  const isMade = state.state === 'waiting' || state.state === 'running';
  return (
    <Card title={t('privacy.export.title')} id="export">
      <div className="stack">
        <p>{t('privacy.export.what')}</p>
        {isMade ? <Progress state={state} /> : null}
        {state.state === 'ready' ? <Ready state={state} /> : null}
        {state.state === 'failed' ? <p>{t('privacy.export.failed')}</p> : null}
        {state.state === 'expired' ? <p>{t('privacy.export.expired')}</p> : null}
        {state.next_request_at && !isMade ? (
          <p className="muted">
            {t('privacy.export.next')} <Time at={state.next_request_at} relative={false} />.
          </p>
        ) : null}
        <RequestForm isOpen={!isMade && !state.next_request_at} isFirst={state.id === null} lastResult={lastResult} />
      </div>
    </Card>
  );
}

/** Without script the link reloads the page. With script the page refreshes itself. */
function Progress({ state: { progress } }: { state: ExportState }) {
  const { t } = useTranslation('settings');
  const { language } = useFormat();
  const figure = (rows: number) => formatNumber(rows, 'natural', language);
  return (
    <div className="stack stack-s" role="status">
      <p id="export-progress">
        {progress
          ? t('privacy.export.progress', { rows: figure(progress.rows), total: figure(progress.total) })
          : t('privacy.export.waiting')}
      </p>
      <progress
        aria-labelledby="export-progress"
        {...(progress && { value: progress.rows, max: Math.max(progress.total, 1) })}
      />
      <p>
        <LinkButton kind="link" to="/settings/privacy#export" reloadDocument>
          {t('privacy.export.refresh')}
        </LinkButton>
      </p>
    </div>
  );
}

function Ready({ state: { id, size, made_at, good_until } }: { state: ExportState }) {
  const { t } = useTranslation('settings');
  const { language } = useFormat();
  const kilobytes = formatNumber(Math.ceil((size ?? 0) / 1024), 'natural', language);
  return (
    <div className="stack stack-s">
      <p>
        {t('privacy.export.made')} {made_at ? <Time at={made_at} relative={false} /> : null}.{' '}
        {t('privacy.export.good_until')} {good_until ? <Time at={good_until} relative={false} /> : null}.
      </p>
      <p>
        <LinkButton to={`/settings/privacy/export/${id}`} reloadDocument>
          {t('privacy.export.download', { size: kilobytes })}
        </LinkButton>
      </p>
    </div>
  );
}

/** While no export can be requested, it only says so to a member who tried. */
function RequestForm({ isOpen, isFirst, lastResult }: { isOpen: boolean; isFirst: boolean; lastResult: unknown }) {
  const { t } = useTranslation('settings');
  const [form] = useServerForm({ id: 'data-export', constraint: {}, lastResult });
  if (!isOpen && !lastResult) return null;
  return (
    <ServerForm form={form} lastResult={lastResult} labels={{}}>
      {isOpen ? (
        <div className="row">
          <Button type="submit" kind="second" name="intent" value="export">
            {t(isFirst ? 'privacy.export.request' : 'privacy.export.again')}
          </Button>
        </div>
      ) : null}
    </ServerForm>
  );
}
