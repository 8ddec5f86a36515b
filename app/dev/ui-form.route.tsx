import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { ServerForm, useServerForm } from '../platform/form/form';
import { constraintOf, parseForm } from '../platform/form/forms.server';
import { useAnswer } from '../platform/form/use-answer';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { env } from '../platform/request/env.server';
import { requireMember } from '../platform/request/gates.server';
import { problem, redirectWithFlash } from '../platform/request/responses.server';
import { Button } from '../ui/button';
import { CheckboxField } from '../ui/checkbox-field';
import { RadioGroup } from '../ui/choice-group';
import { fieldProps } from '../ui/conform-field';
import { PasswordField } from '../ui/password-field';
import { TextField } from '../ui/text-field';
import { TextareaField } from '../ui/textarea-field';

export const handle = { title: 'ui.form.title', gate: 'member', form: 'workshop' } satisfies RouteHandle;

const WHEN = ['now', 'later'] as const;

const schema = z.strictObject({
  subject: z.string().min(3).max(80),
  message: z.string().max(2000),
  when: z.enum(WHEN).optional(),
  copy: z.literal('on').optional(),
  password: z.string().max(200).optional(),
});

/** A form as members see it, to try what happens to typed values. Outside production only. */
export async function loader(args: LoaderFunctionArgs) {
  await requireWorkshop(args);
  return { constraint: constraintOf(schema) };
}

export async function action(args: ActionFunctionArgs) {
  const current = await requireWorkshop(args);
  const form = await parseForm(args, schema);
  if (!form.value) return form.reply();
  const { subject, message } = form.value;
  return redirectWithFlash(current, '/ui/form', {
    kind: 'success',
    text: 'ui.form.arrived',
    values: { text: `${subject}: ${message}` },
  });
}

function requireWorkshop(args: LoaderFunctionArgs) {
  if (env().production) throw problem({ kind: 'not_found' });
  return requireMember(args, handle);
}

export default function UiForm() {
  const { t } = useTranslation();
  const { constraint } = useLoaderData<typeof loader>();
  const lastResult = useAnswer<typeof action>();
  const [form, fields] = useServerForm<z.infer<typeof schema>>({ id: 'workshop', constraint, lastResult });
  const labels = { subject: t('ui.form.subject'), message: t('ui.form.message'), password: t('ui.form.password') };
  return (
    <>
      <div className="head">
        <h1>{t('ui.form.title')}</h1>
      </div>
      <ServerForm form={form} lastResult={lastResult} labels={labels}>
        <TextField {...fieldProps(fields.subject)} label={labels.subject} />
        <TextareaField {...fieldProps(fields.message)} label={labels.message} />
        <RadioGroup
          {...fieldProps(fields.when)}
          label={t('ui.form.when')}
          options={WHEN.map((value) => ({ value, label: t(`ui.form.${value}`) }))}
        />
        <CheckboxField
          {...fieldProps(fields.copy)}
          label={t('ui.form.copy')}
          defaultChecked={fields.copy.initialValue === 'on'}
        />
        <PasswordField {...fieldProps(fields.password)} label={labels.password} autoComplete="current-password" />
        <Button type="submit">{t('ui.form.send')}</Button>
      </ServerForm>
    </>
  );
}
