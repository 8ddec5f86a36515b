import type { Club } from './club';
import { startForeignUpstream } from './foreign-upstream';
import { onFreePort } from './free-port';
import { inLaravelsHabits } from './laravel';
import { startServerProcess } from './server-process';
import { startQuickClub } from './snapshot-on-postgres';

/**
 * Opens a club whose pages come from a web app in front of a foreign back end: one with the data and the rules of the
 * club, and the habits of Laravel. Staff, mailbox, clock and database are the club's. The club's own socket does
 * realtime, as Laravel's would.
 */
export function startClubBehindLaravel(): Promise<Club> {
  return onFreePort(async (PORT) => {
    // Its mails lead to the web app, and its socket admits the web app's pages.
    const url = `http://localhost:${PORT}`;
    const club = await startQuickClub({ PUBLIC_URL: url, REALTIME_ALLOWED_ORIGINS: url });
    const upstream = await startForeignUpstream(club.server.local, inLaravelsHabits);
    const { port } = new URL(club.server.local);
    const settings = {
      PORT,
      UPSTREAM_URL: upstream.url,
      SESSION_SECRET: club.secret,
      LOG_LEVEL: 'warn',
      ANDROID_APP_URL: 'https://app.example/almende',
      ...{ PUSHER_APP_KEY: 'almende', PUSHER_HOST: 'localhost', PUSHER_PORT: port, PUSHER_SCHEME: 'http' },
    };
    const web = await startServerProcess(settings, ['movable-clock.mjs']).catch(async (error) => {
      await Promise.all([upstream.close(), club.stop()]);
      throw error;
    });
    return {
      ...club,
      url: web.url,
      server: { ...club.server, log: () => club.server.log() + web.log() },
      clock: {
        now: club.clock.now,
        async advance(seconds) {
          await Promise.all([club.clock.advance(seconds), web.ask<number>({ advance: seconds })]);
        },
      },
      async stop() {
        await web.stop();
        await upstream.close();
        await club.stop();
      },
    };
  });
}
