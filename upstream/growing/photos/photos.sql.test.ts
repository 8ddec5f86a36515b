/** What holds for any client of the database, in plain SQL. */
import { beforeEach, expect, it } from 'vitest';
import { describeOnEachDatabase, type TestDatabase } from '../../database/database.testing';
import { aPhoto } from './photos.testing';
import { renderPhoto } from './render-photo';

const now = new Date('2026-11-20T09:00:00Z');
const other = '0193d2a0-0000-4000-8000-000000000001';

describeOnEachDatabase('the database', (open) => {
  let club: TestDatabase;
  let id: string;
  beforeEach(async () => {
    club = await open();
    id = await aPhoto(club, now);
  });

  const query = (text: string) =>
    club.db.$client.query(text.replaceAll('$id', `'${id}'`).replaceAll('$other', `'${other}'`));
  const refusal = (text: string) =>
    query(text).then(
      () => 'done',
      ({ code, constraint }: { code: string; constraint?: string }) => (constraint ? `${code} ${constraint}` : code),
    );
  const insertFile = (values: string) =>
    `insert into growing_photo_files (photo_id, format, width, height, bytes) values (${values})`;
  /** Statements that are sent together are one transaction. */
  const insertPhoto = (changes: Record<string, string>) => {
    const row = {
      ...{ id: '$other', room_code: `'B2'`, taken_on: `'2026-11-16'`, caption: 'null', caption_de: 'null' },
      ...{ alt: `'Rows'`, alt_de: `'Reihen'`, width: '300', height: '200', state: `'waiting'` },
      ...{ created_at: `'2026-11-20T09:00:00Z'`, ...changes },
    };
    return `insert into growing_photos (${Object.keys(row)}) values (${Object.values(row)});
      insert into growing_photo_originals values ($other, 'x');`;
  };
  const expectRefusals = async (refused: [text: string, code: string][]) => {
    for (const [text, code] of refused) {
      expect([text, await refusal(text)]).toEqual([text, code]);
    }
  };

  it('keeps what a photo says, and its steps', async () => {
    await expectRefusals([
      [`update growing_photos set alt = 'Nothing' where id = $id`, '23001'],
      [`update growing_photos set taken_on = '2026-01-01' where id = $id`, '23001'],
      [`update growing_photos set state = 'failed', width = 400 where id = $id`, '23001'],
      [`update growing_photos set state = 'waiting' where id = $id`, '23001'],
      [`update growing_photos set state = 'ready' where id = $id`, '23514 growing_photos_complete'],
      ['delete from growing_photos where id = $id', '23001'],
      ['truncate growing_photos cascade', '23001'],
    ]);
    await renderPhoto(club, id, now);
    await expectRefusals([
      [`update growing_photos set state = 'failed' where id = $id`, '23001'],
      [`update growing_photos set state = 'waiting' where id = $id`, '23001'],
    ]);
  });

  it('keeps an original as long as its photo waits, and not longer', async () => {
    await expectRefusals([
      ['delete from growing_photo_originals where photo_id = $id', '23001'],
      [`update growing_photo_originals set bytes = 'y' where photo_id = $id`, '23001'],
      ['truncate growing_photo_originals', '23001'],
    ]);
    await query(`update growing_photos set state = 'failed' where id = $id`);
    expect((await query('select * from growing_photo_originals')).rows).toEqual([]);
    await expectRefusals([[`insert into growing_photo_originals values ($id, 'x')`, '23001']]);
  });

  it('takes files of the right sizes while the photo waits, and keeps them', async () => {
    await expectRefusals([
      [insertFile(`$id, 'png', 300, 200, 'x'`), '23514 growing_photo_files_format'],
      [insertFile(`$id, 'avif', 299, 200, 'x'`), '23514 growing_photo_files_sides'],
      [insertFile(`$id, 'avif', 480, 320, 'x'`), '23514 growing_photo_files_sides'],
      [insertFile(`$id, 'avif', 300, 202, 'x'`), '23514 growing_photo_files_sides'],
      [insertFile(`$id, 'avif', 300, 200, ''`), '23514 growing_photo_files_size'],
      [
        insertFile(`$id, 'avif', 300, 200, decode(repeat('00', 16 * 1024 * 1024 + 1), 'hex')`),
        '23514 growing_photo_files_size',
      ],
      [insertFile(`$other, 'avif', 300, 200, 'x'`), '23001'],
    ]);
    for (const format of ['avif', 'webp']) await query(insertFile(`$id, '${format}', 300, 200, 'x'`));
    await expectRefusals([
      [insertFile(`$id, 'avif', 300, 200, 'x'`), '23505 growing_photo_files_photo_id_format_width_pk'],
      [`update growing_photos set state = 'ready' where id = $id`, '23514 growing_photos_complete'],
      [`update growing_photo_files set bytes = 'y'`, '23001'],
      ['delete from growing_photo_files', '23001'],
      ['truncate growing_photo_files', '23001'],
    ]);
    await query(insertFile(`$id, 'jpeg', 300, 200, 'x'`));
    await query(`update growing_photos set state = 'ready' where id = $id`);
    await expectRefusals([[insertFile(`$id, 'avif', 300, 200, 'x'`), '23001']]);
  });

  it('takes a photo within its bounds', async () => {
    const text = (length: number) => `repeat('x', ${length})`;
    await expectRefusals([
      [insertPhoto({ state: `'ready'` }), '23001'],
      [insertPhoto({ room_code: `'Z9'` }), '23503 growing_photos_room_code_growing_rooms_code_fk'],
      [insertPhoto({ alt: `''` }), '23514 growing_photos_alt'],
      [insertPhoto({ alt_de: text(201) }), '23514 growing_photos_alt'],
      [insertPhoto({ alt_de: 'null' }), '23502'],
      [insertPhoto({ caption: text(121), caption_de: `'Reihe'` }), '23514 growing_photos_caption'],
      [insertPhoto({ caption: `'Row'` }), '23514 growing_photos_captions'],
      [insertPhoto({ width: '199' }), '23514 growing_photos_sides'],
      [insertPhoto({ width: '12001', height: '6000' }), '23514 growing_photos_sides'],
      [insertPhoto({ width: '801' }), '23514 growing_photos_stretched'],
      [insertPhoto({ taken_on: `'1999-12-31'` }), '23514 growing_photos_taken'],
      [insertPhoto({ taken_on: `'2026-11-21'` }), '23514 growing_photos_taken'],
      [insertPhoto({ staff_id: '1' }), '23503 growing_photos_staff_id_users_id_fk'],
      [
        insertPhoto({}).replace(`insert into growing_photo_originals values ($other, 'x');`, ''),
        '23514 growing_photos_original',
      ],
      [
        insertPhoto({}).replace(`'x');`, `decode(repeat('00', 20 * 1024 * 1024 + 1), 'hex'));`),
        '23514 growing_photo_originals_size',
      ],
      [insertPhoto({}).replace(`'x');`, `'');`), '23514 growing_photo_originals_size'],
    ]);
    await query(insertPhoto({ width: '800', caption: text(120), caption_de: text(120), alt: text(200) }));
  });
});
