import { type MouseEvent, useRef } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Button } from '../../ui/button';
import { FileField } from '../../ui/file-field';
import { Icon } from '../../ui/icon';
import { ACCEPTED, type SentFile } from '../sent-file';
import { useUploads } from '../use-uploads';

interface AttachmentFieldProps {
  id: string;
  label: string;
  errors?: string[];
  /** The files that the server's newest answer shows. */
  sent?: SentFile[];
  answer: unknown;
}

/** Chooses files, and shows those that have arrived, each with a button that leaves it out. */
export function AttachmentField({ id, label, errors = [], sent, answer }: AttachmentFieldProps) {
  const { t } = useTranslation('support');
  const isScripted = useHydrated();
  const uploads = useUploads(id, sent, answer);
  const box = useRef<HTMLDivElement>(null);
  const { files, uploading } = uploads;
  const arrived = uploads.arrived ? t('files.arrived', { name: uploads.arrived }) : null;
  const toField = () => box.current?.querySelector<HTMLInputElement>('input[type="file"]')?.focus();
  const remove = (event: MouseEvent, drop: () => void) => {
    event.preventDefault();
    drop();
    toField();
  };
  return (
    <div ref={box}>
      <FileField
        id={id}
        name="files"
        label={label}
        hint={t('files.hint')}
        errors={[...errors, ...uploads.errors]}
        optional
        multiple
        accept={ACCEPTED}
        onChange={isScripted ? uploads.choose : undefined}
      >
        {files.length + uploading.length > 0 ? (
          <ul className="chips" aria-label={t('files.chosen')}>
            {files.map((file) => (
              <li className="chip" key={file.id}>
                <Icon name="file" />
                {file.name}
                <input type="hidden" name="attachments[]" value={file.id} />
                <input type="hidden" name="attachment_names[]" value={file.name} />{' '}
                <Button
                  kind="link"
                  name="remove_attachment"
                  value={file.id}
                  formNoValidate
                  onClick={isScripted ? (event) => remove(event, () => uploads.remove(file.id)) : undefined}
                >
                  <Icon name="close" className="post" />
                  <span className="vh">{t('files.remove_file', { name: file.name })}</span>
                </Button>
              </li>
            ))}
            {uploading.map(({ key, name, percent }) => (
              <li className="chip" key={key}>
                <Icon name="file" />
                <span>
                  {name} <progress max={100} value={percent} aria-label={t('files.uploading', { name })} />
                </span>
                <Button type="button" kind="link" onClick={(event) => remove(event, () => uploads.cancel(key))}>
                  <Icon name="close" className="post" />
                  <span className="vh">{t('files.remove_file', { name })}</span>
                </Button>
              </li>
            ))}
          </ul>
        ) : null}
      </FileField>
      <p className="vh" role="status">
        {uploads.errors.at(-1) ?? (uploading.length > 0 ? t('files.on_way', { count: uploading.length }) : arrived)}
      </p>
    </div>
  );
}
