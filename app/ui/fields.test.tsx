import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { textsFor } from '../platform/i18n/i18n.server';
import { TextsContext } from '../platform/i18n/use-translation';
import { CheckboxField } from './checkbox-field';
import { RadioGroup } from './choice-group';
import { fieldProps } from './conform-field';
import { ErrorSummary } from './error-summary';
import { PasswordField } from './password-field';
import { CodeField, TextField } from './text-field';

function render(element: ReactElement, language: 'en' | 'de' = 'en'): string {
  return renderToStaticMarkup(<TextsContext.Provider value={textsFor(language)}>{element}</TextsContext.Provider>);
}

const attribute = (html: string, name: string) => new RegExp(`<input[^>]* ${name}="([^"]*)"`).exec(html)?.[1];

describe('TextField', () => {
  it('says nothing about errors while there are none', () => {
    const html = render(<TextField id="mail" name="email" type="email" label="E-mail" autoComplete="email" required />);
    expect(html).toContain('<label for="mail">E-mail</label>');
    expect(html).toContain('autoComplete="email"');
    expect(html).not.toMatch(/aria-invalid|aria-describedby|class="err"/);
  });

  it('ties hint and error to the control, and translates a key with the field and its limits', () => {
    const html = render(
      <TextField id="name" name="name" label="Name" hint="As on your card" minLength={3} errors={['form.min']} />,
      'de',
    );
    expect(attribute(html, 'aria-describedby')).toBe('name-hint name-error');
    expect(attribute(html, 'aria-invalid')).toBe('true');
    expect(html).toContain('id="name-hint"');
    expect(html).toMatch(/id="name-error">.*Fehler: <\/span>Name: Bitte gib mindestens 3 Zeichen ein\./);
  });

  it('shows a sentence from the server as it is', () => {
    const sentence = 'Dienst: nicht erreichbar. {field} bleibt.';
    expect(render(<TextField id="a" name="a" label="A" errors={[sentence]} />)).toContain(sentence);
  });

  it('lets no foreign description replace its own', () => {
    const html = render(
      <TextField id="a" name="a" label="A" describedBy="meter" aria-describedby="elsewhere" errors={['No.']} />,
    );
    expect(attribute(html, 'aria-describedby')).toBe('meter a-error');
  });

  it('takes what Conform knows of a field', () => {
    const meta = {
      id: 'f-mail',
      name: 'email',
      errors: ['form.email'],
      initialValue: 'x@',
      required: true,
      maxLength: 254,
    };
    const html = render(<TextField {...fieldProps(meta)} label="E-mail" />);
    expect(attribute(html, 'value')).toBe('x@');
    expect(attribute(html, 'maxLength')).toBe('254');
    expect(html).toContain('Please enter a complete e-mail address');
  });
});

describe('secrets', () => {
  it('are never written back into the page', () => {
    const password = { id: 'p', name: 'password', label: 'Password', autoComplete: 'current-password' } as const;
    expect(render(<PasswordField {...password} defaultValue="geheim" />)).not.toContain('geheim');
    expect(render(<CodeField id="c" name="code" label="Code" defaultValue="482917" />)).not.toContain('482917');
  });

  it('offer the reveal button to script alone', () => {
    const html = render(<PasswordField id="p" name="p" label="Password" autoComplete="new-password" />);
    expect(html).not.toContain('<button');
    expect(attribute(html, 'type')).toBe('password');
  });
});

describe('choices', () => {
  it('name a box by its label alone, described by its hint', () => {
    const html = render(<CheckboxField id="news" name="news" label="News" hint="On Mondays" />);
    expect(attribute(html, 'aria-labelledby')).toBe('news-label');
    expect(attribute(html, 'aria-describedby')).toBe('news-hint');
  });

  it('give the group its error and the first ring its id', () => {
    const options = [
      { value: 'a', label: 'A' },
      { value: 'b', label: 'B', hint: 'slow' },
    ];
    const html = render(<RadioGroup id="pay" name="pay" label="Pay" options={options} errors={['form.required']} />);
    expect(html).toMatch(/<fieldset[^>]*role="radiogroup"[^>]*aria-invalid="true"[^>]*aria-describedby="pay-error"/);
    expect(html).toMatch(/<input[^>]*id="pay"[^>]*value="a"/);
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, targets = ''] of html.matchAll(/aria-(?:labelledby|describedby)="([^"]+)"/g)) {
      for (const target of targets.split(' ')) expect(ids).toContain(target);
    }
  });
});

describe('ErrorSummary', () => {
  it('leads to each field in words', () => {
    const html = render(
      <ErrorSummary
        errors={[
          { fieldId: 'mail', name: 'email', label: 'E-mail', message: 'form.required' },
          { fieldId: 'colour', name: 'colour', label: 'Colour', message: 'form.required' },
          { message: 'Wrong password.' },
        ]}
      />,
    );
    expect(html).toContain('There are 3 problems');
    expect(html).toContain('<a href="#mail">Please enter an e-mail address.</a>');
    expect(html).toContain('<a href="#colour">Please fill in this field: Colour.</a>');
    expect(html).toContain('<li>Wrong password.</li>');
    expect(html).toMatch(/id="error-summary" tabindex="-1"/);
  });

  it('is not there without errors', () => {
    expect(render(<ErrorSummary errors={[]} />)).toBe('');
  });
});
