import { Form, useLocation } from '@remix-run/react';
import { HiddenFields } from '../platform/form/hidden-fields';
import { useTranslation } from '../platform/i18n/use-translation';
import { useRootData } from '../platform/page/root-data';
import { VERSION } from '../platform/page/version';
import { Link } from '../ui/link';

export function Footer() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const root = useRootData();
  const light = root?.light ?? false;
  return (
    <footer className="foot">
      <div className="row row-ends">
        <ul>
          <li>
            <Link to="/imprint">{t('imprint.title')}</Link>
          </li>
          <li>
            <Link to="/contact">{t('imprint.contact')}</Link>
          </li>
          <li>
            <Link to="/terms/membership">{t('shell.footer.terms')}</Link>
          </li>
          <li>
            <Link to="/terms/privacy">{t('shell.footer.privacy')}</Link>
          </li>
          {root?.socialLinks.map(({ name, url }) => (
            <li key={url}>
              <a href={url} rel="noopener noreferrer">
                {name}
              </a>
            </li>
          ))}
          <li>
            {/* A full page load, because the new page has script or has none. */}
            <Form method="post" action="/light" reloadDocument>
              <HiddenFields />
              <input type="hidden" name="return_to" value={pathname + search} />
              <button type="submit" className="link" name="light" value={light ? '0' : '1'}>
                {t(light ? 'shell.footer.full' : 'shell.footer.light')}
              </button>
            </Form>
          </li>
        </ul>
        <span>
          {root?.productName ?? 'Almende'} <span className="num">{VERSION}</span>
        </span>
      </div>
    </footer>
  );
}
