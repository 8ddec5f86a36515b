import { afterEach, describe, expect, it, vi } from 'vitest';
import { tellConnection } from './connection';
import { insist } from './connection.client';

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
      await vi.waitFor(() => expect(attempt).toHaveBeenCalledTimes(times));
      await vi.waitFor(() => expect(retry()).toBeInstanceOf(Function));
      retry()?.();
    }
    await expect(answer).resolves.toBe('answer');
    expect(retry()).toBeNull();
  });

  it('gives up on any other fault', async () => {
    await expect(insist(() => Promise.reject(new Error('answers 503')))).rejects.toThrow('answers 503');
    expect(tell).not.toHaveBeenCalled();
  });

  it('stops waiting when nobody wants the answer any more', async () => {
    const wanted = new AbortController();
    const answer = insist(() => Promise.reject(new TypeError('Failed to fetch')), wanted.signal);
    await vi.waitFor(() => expect(retry()).toBeInstanceOf(Function));
    wanted.abort();
    await expect(answer).rejects.toThrow('No longer wanted');
    expect(retry()).toBeNull();
  });
});
