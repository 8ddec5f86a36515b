import { afterEach, describe, expect, it, vi } from 'vitest';
import { tellConnection } from './connection';
import { insist, withSocketId } from './connection.client';
import { tellSocketId } from './socket-id';

vi.mock('./connection', () => ({ tellConnection: vi.fn() }));

const tell = vi.mocked(tellConnection);
const retry = () => tell.mock.lastCall?.[0].retry;

afterEach(() => tell.mockClear());

describe('insist', () => {
  it('says nothing while there is an answer', async () => {
    await expect(insist(async () => 'answer')).resolves.toBe('answer');
    expect(tell).not.toHaveBeenCalled();
  });

  it('waits for the retry when there is no network, as often as it takes', async () => {
    const attempt = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new TypeError('Failed to fetch'));
    attempt.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValueOnce('answer');
    const answer = insist(attempt);
    for (const times of [1, 2]) {
      await expect.poll(() => attempt.mock.calls.length).toBe(times);
      await expect.poll(() => retry()).toBeInstanceOf(Function);
      retry()?.();
    }
    await expect(answer).resolves.toBe('answer');
    expect(retry()).toBeNull();
  });

  it('tells that a member waits to leave', async () => {
    const attempt = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const answer = insist(attempt.mockResolvedValueOnce('answer'), null, { exit: 'logout' });
    await expect.poll(() => tell.mock.lastCall?.[0].heldExit).toBe('logout');
    retry()?.();
    await answer;
    expect(tell.mock.lastCall?.[0].heldExit).toBeNull();
  });

  it('gives up on any other fault', async () => {
    await expect(insist(() => Promise.reject(new Error('answers 503')))).rejects.toThrow('answers 503');
    expect(tell).not.toHaveBeenCalled();
  });

  it('stops waiting when nobody wants the answer any more', async () => {
    const wanted = new AbortController();
    const answer = insist(() => Promise.reject(new TypeError('Failed to fetch')), wanted.signal);
    await expect.poll(() => retry()).toBeInstanceOf(Function);
    wanted.abort();
    await expect(answer).rejects.toThrow('No longer wanted');
    expect(retry()).toBeNull();
  });
});

describe('the realtime connection of this tab', () => {
  const idIn = (init?: RequestInit) => new Headers(withSocketId(init)?.headers).get('x-socket-id');
  afterEach(() => tellSocketId(null));

  it('is named with what the member does', () => {
    tellSocketId('12.34');
    const init = { method: 'POST', body: 'a=b', headers: { 'Content-Type': 'text/plain' } };
    expect(idIn(init)).toBe('12.34');
    expect(withSocketId(init)).toMatchObject({ method: 'POST', body: 'a=b' });
    expect(new Headers(withSocketId(init)?.headers).get('content-type')).toBe('text/plain');
  });

  it('is not named where nothing is done, nor while there is none', () => {
    expect(idIn({ method: 'POST' })).toBeNull();
    tellSocketId('12.34');
    expect(idIn({ method: 'GET' })).toBeNull();
    expect(withSocketId(undefined)).toBeUndefined();
  });
});
