import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../platform/i18n/use-translation';
import { useRootData } from '../platform/page/root-data';
import { useLatest } from '../ui/use-latest';
import { fittingFiles, type SentFile } from './sent-file';
import { uploadFile } from './upload.client';

/** A file on its way. */
export interface Uploading {
  key: number;
  name: string;
  size: number;
  percent: number;
}

/**
 * Uploads files as soon as they are chosen. Script only; without it they are sent with the form.
 * While a file is on its way, its form is not sent.
 * @param sent the files that the server's newest answer shows
 * @param answer a new one for each answer of the server
 */
export function useUploads(fieldId: string, sent: SentFile[] | undefined, answer: unknown) {
  const { t } = useTranslation('support');
  const root = useRootData();
  const [files, setFiles] = useState<{ of: unknown; list: SentFile[] }>({ of: answer, list: sent ?? [] });
  const [uploading, setUploading] = useState<Uploading[]>([]);
  const [errors, setErrors] = useState<string[]>([]);
  const [arrived, setArrived] = useState<string | null>(null);
  const cancels = useRef(new Map<number, () => void>());
  const next = useRef(0);
  /** The sizes of the files that this page has uploaded, by their ids. The server does not send sizes. */
  const sizes = useRef(new Map<string, number>());
  // What arrived while the server answered stays.
  if (files.of !== answer) setFiles({ of: answer, list: united(sent ?? [], files.list) });
  const latest = useLatest({ files: files.list, uploading });

  useEffect(() => {
    const open = cancels.current;
    return () => {
      for (const cancel of open.values()) cancel();
    };
  }, []);

  const isUploading = uploading.length > 0;
  useEffect(() => {
    const form = document.getElementById(fieldId)?.closest('form');
    if (!form || !isUploading) return;
    // What is on its way would not be sent. Runs before the router's own listener.
    const wait = (event: Event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      setErrors([t('files.wait')]);
    };
    form.addEventListener('submit', wait, true);
    return () => {
      form.removeEventListener('submit', wait, true);
      setErrors((before) => before.filter((message) => message !== t('files.wait')));
    };
  }, [fieldId, isUploading, t]);

  const add = (sent: SentFile) => {
    setFiles((before) => ({ ...before, list: [...before.list, sent] }));
    setArrived(sent.name);
  };
  const begin = (file: File) => {
    const key = next.current++;
    setUploading((before) => [...before, { key, name: file.name, size: file.size, percent: 0 }]);
    const onProgress = (percent: number) =>
      setUploading((before) => before.map((one) => (one.key === key ? { ...one, percent } : one)));
    const { done, cancel } = uploadFile({ file, csrf: root?.csrf ?? '', onProgress });
    cancels.current.set(key, cancel);
    void done.then((answer) => {
      // A file that was removed on its way has no place any more.
      if (!cancels.current.delete(key)) return;
      setUploading((before) => before.filter((one) => one.key !== key));
      if ('sent' in answer) {
        sizes.current.set(answer.sent.id, file.size);
        add(answer.sent);
      } else setErrors((before) => [...before, refusalOf(file.name, answer.refused)]);
    });
  };
  const refusalOf = (name: string, reason: string | null) =>
    reason ? t('files.refused', { name, reason }) : t('files.unsent', { name });

  return {
    files: files.list,
    uploading,
    errors,
    /** The name of the file that arrived last, for screen readers. */
    arrived,
    choose({ target }: ChangeEvent<HTMLInputElement>) {
      const chosen = [...(target.files ?? [])];
      target.value = '';
      const { files, uploading } = latest.current;
      const has = [...files.map(({ id }) => sizes.current.get(id) ?? 0), ...uploading.map(({ size }) => size)];
      const { fitting, faults } = fittingFiles(chosen, has);
      setErrors([
        ...new Set(
          faults.map(({ fault, name }) =>
            fault === 'too_large' ? refusalOf(name, t('files.too_large')) : t(`files.${fault}`),
          ),
        ),
      ]);
      for (const file of fitting) begin(file);
    },
    remove(id: string) {
      setArrived(null);
      setFiles((before) => ({ ...before, list: before.list.filter((file) => file.id !== id) }));
    },
    cancel(key: number) {
      const stop = cancels.current.get(key);
      cancels.current.delete(key);
      setUploading((before) => before.filter((one) => one.key !== key));
      stop?.();
    },
  };
}

const united = (sent: SentFile[], own: SentFile[]): SentFile[] => [
  ...sent,
  ...own.filter(({ id }) => !sent.some((file) => file.id === id)),
];
