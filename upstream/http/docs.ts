import type { UpstreamConfig } from '../config';
import { docsCss } from './docs.css';
import { type ApiDocument, docsPage } from './docs.page';
import { amend } from './document';
import type { Api } from './env';

/** Serves `/openapi.json` (OpenAPI 3.1), `/docs`, which is a reference that needs no script, and its style sheet. */
export function mountDocs(api: Api, config: Pick<UpstreamConfig, 'productName'>): void {
  api.openAPIRegistry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer' });
  api.openAPIRegistry.registerComponent('securitySchemes', 'apiToken', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'alm_…',
    description: 'An API token of a member that has the ability; 60 requests a minute.',
  });
  // Built at the first request, when all modules are mounted.
  let document: ApiDocument | undefined;
  const documentOf = () => {
    document ??= amend(
      api.getOpenAPI31Document({
        openapi: '3.1.0',
        info: {
          title: `${config.productName} upstream`,
          version: '1',
          description: 'The back end of the members area. Errors, throttles and pages have the shapes of Laravel 11.',
          license,
        },
        servers: [{ url: '/', description: 'This server' }],
        tags: tagsOf(api),
      }),
    );
    return document;
  };
  api.get('/openapi.json', (c) => c.json(documentOf()));
  api.get('/docs', (c) => {
    c.header('Content-Security-Policy', pagePolicy);
    return c.html(docsPage(documentOf()));
  });
  api.get('/docs.css', (c) => c.body(docsCss, 200, { 'Content-Type': 'text/css; charset=utf-8' }));
}

// OpenAPI 3.1 has `identifier`, but the generator has the types of 3.0.
const license: { name: string } = Object.assign({ name: 'Proprietary' }, { identifier: 'LicenseRef-Proprietary' });

/** For pages that contain only text and one style sheet. */
export const pagePolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const descriptions: Record<string, string> = {
  Identity: 'Sign-in, sign-up, tokens, the member and referral links.',
  'API tokens':
    'What a member’s own programs call with; to be made by the member, in the settings of the members area.',
  Terms: 'The club’s terms, what changed in them, and the agreement of a member.',
  Privacy: 'What a member allows the club to do with their data.',
  Notifications: 'What a member is told of, and what they have read of it.',
  Push: 'Phones that push messages reach.',
  Realtime: 'Admission to the channels of the Pusher protocol.',
};

function tagsOf(api: Api) {
  const names = api.openAPIRegistry.definitions.flatMap((entry) =>
    entry.type === 'route' ? (entry.route.tags ?? []) : [],
  );
  return [...new Set(names)].map((name) => ({ name, description: descriptions[name] ?? name }));
}
