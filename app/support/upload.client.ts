import type { SentFile } from './sent-file';

const UPLOAD = '/support/attachments';

export interface Upload {
  file: File;
  csrf: string;
  /** From 0 to 100. */
  onProgress(percent: number): void;
}

/**
 * Sends one file by XMLHttpRequest, because `fetch` tells no progress.
 * @returns the file, or why it was refused: a sentence of the server, null for a lost connection
 */
export function uploadFile({ file, csrf, onProgress }: Upload): {
  done: Promise<{ sent: SentFile } | { refused: string | null }>;
  cancel(): void;
} {
  const request = new XMLHttpRequest();
  const done = new Promise<{ sent: SentFile } | { refused: string | null }>((resolve) => {
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? Math.floor((loaded / total) * 100) : 0);
    request.onload = () => resolve(answerOf(request));
    request.onerror = () => resolve({ refused: null });
    request.onabort = () => resolve({ refused: null });
    request.open('POST', UPLOAD);
    request.setRequestHeader('accept', 'application/json');
    const body = new FormData();
    body.append('csrf', csrf);
    body.append('file', file);
    request.send(body);
  });
  return { done, cancel: () => request.abort() };
}

function answerOf({ status, responseText }: XMLHttpRequest) {
  const answer = parsed(responseText);
  const { id, name, message } = answer;
  if (status < 300 && typeof id === 'string' && typeof name === 'string') return { sent: { id, name } };
  return { refused: typeof message === 'string' ? message : null };
}

function parsed(text: string): Record<string, unknown> {
  try {
    return (JSON.parse(text) ?? {}) as Record<string, unknown>;
  } catch {
    return {};
  }
}
