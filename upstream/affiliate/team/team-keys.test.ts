import { describe, expect, it } from 'vitest';
import { readTeamKey, teamKey } from './team-keys';

const secrets = ['a'.repeat(64)];

describe('the key of a member in the own line', () => {
  it('is the same each time, and another one for each member and viewer', () => {
    const key = teamKey(secrets, 7, 12);
    expect(teamKey([...secrets], 7, 12)).toBe(key);
    expect(new Set([key, teamKey(secrets, 7, 13), teamKey(secrets, 8, 12), teamKey(secrets, 12, 7)]).size).toBe(4);
    expect(readTeamKey(secrets, 7, key)).toBe(12);
    expect(readTeamKey(secrets, 7, teamKey(secrets, 7, 2 ** 31 - 1))).toBe(2 ** 31 - 1);
  });

  it('opens for its viewer alone, and not once a bit of it has changed', () => {
    const key = teamKey(secrets, 7, 12);
    expect(readTeamKey(secrets, 12, key)).toBeNull();
    const bytes = Buffer.from(key, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(readTeamKey(secrets, 7, changed.toString('base64url'))).toBeNull();
    }
    for (const other of ['', '12', key.slice(0, -2), `${key}AA`, 'ü'.repeat(38)]) {
      expect(readTeamKey(secrets, 7, other)).toBeNull();
    }
  });

  it('still opens after a new secret was put before the old one, and not without the old one', () => {
    const key = teamKey(secrets, 7, 12);
    expect(readTeamKey(['b'.repeat(64), ...secrets], 7, key)).toBe(12);
    expect(readTeamKey(['b'.repeat(64)], 7, key)).toBeNull();
  });
});
