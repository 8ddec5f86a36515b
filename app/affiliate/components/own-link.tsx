import { Form } from '@remix-run/react';
import { Fragment } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation';
import { useRootData } from '../../platform/page/root-data';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Facts } from '../../ui/facts';
import { TextField } from '../../ui/text-field';

interface OwnLinkProps {
  link: string;
  campaign: string;
  errors: string[];
}

/** The member's link: to copy, to share, and with the name of a campaign. */
export function OwnLink({ link, campaign, errors }: OwnLinkProps) {
  const { t } = useTranslation('affiliate');
  return (
    <Card title={t('link.title')} width={8} fill>
      <div className="stack">
        <Facts facts={[{ label: t('link.label'), value: link, mono: true }]} />
        <Share link={link} />
        <Form method="get" id="campaign" className="stack" key={campaign} noValidate>
          <TextField
            id="campaign-c"
            name="c"
            label={t('campaign.label')}
            hint={t('campaign.hint')}
            optional
            defaultValue={campaign}
            errors={errors}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
          />
          <div className="row">
            <Button kind="second" small>
              {t('campaign.make')}
            </Button>
          </div>
        </Form>
      </div>
    </Card>
  );
}

/** Plain links. Nothing of the messengers loads before the member follows one. */
function Share({ link }: { link: string }) {
  const { t } = useTranslation('affiliate');
  const product = useRootData()?.productName;
  const [subject, text, url] = [t('share.subject', { product }), t('share.text', { product }), link].map(
    encodeURIComponent,
  );
  const ways = [
    { name: t('share.mail'), href: `mailto:?subject=${subject}&body=${text}%20${url}` },
    { name: 'WhatsApp', href: `https://wa.me/?text=${text}%20${url}` },
    { name: 'Telegram', href: `https://t.me/share/url?url=${url}&text=${text}` },
    { name: 'SMS', href: `sms:?&body=${text}%20${url}` },
  ];
  return (
    <div className="stack stack-s no-print">
      <h3>{t('share.title')}</h3>
      <p className="row">
        {ways.map(({ name, href }) => (
          <Fragment key={name}>
            {' '}
            <a className="btn second small" href={href} rel="noopener noreferrer">
              {name}
            </a>
          </Fragment>
        ))}
      </p>
    </div>
  );
}

/** The link for cameras. A wrong campaign is not in it. The file is named after the campaign, so that no two are mixed up. */
export function QrCode({ link }: { link: string }) {
  const { t } = useTranslation('affiliate');
  const { search, searchParams } = new URL(link);
  const [svg, png] = ['svg', 'png'].map((format) => `/affiliate/qr/link.${format}${search}`);
  const name = search ? `link-${searchParams.get('c')}` : 'link';
  return (
    <Card title={t('qr.title')} width={4} fill>
      <div className="stack">
        <img className="qr" src={svg} width="176" height="176" alt={t('qr.alt')} />
        <p className="row small no-print">
          <a className="tap" href={svg} download={`${name}.svg`}>
            SVG
          </a>{' '}
          <a className="tap" href={png} download={`${name}.png`}>
            PNG
          </a>
        </p>
      </div>
    </Card>
  );
}
