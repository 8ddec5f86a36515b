import { expect, test } from '@playwright/test';
import { findHtmlFaults } from '../support/html-rules';

const BAD: Record<string, [html: string, fault: RegExp | null]> = {
  'a select with maxlength': ['<select maxlength="2"><option>a</select>', /no maxlength/],
  'a select with a pattern': ['<select pattern="a"><option>a</select>', /no pattern/],
  'a required select without a placeholder': ['<select required><option>a</select>', /placeholder/],
  'a required select with one': ['<select required><option value="">Please<option>a</select>', null],
  'a select that need not be chosen': ['<select><option>a</select>', null],
  'a button of a form that is missing': ['<button form="f">', /names a form/],
  'a button of something else': ['<p id="f"><button form="f">', /names a form/],
  'a button of a form': ['<form id="f"></form><button form="f">', null],
  'an h3 after the h1': ['<h3>c</h3>', /after an h1 skips no level/],
  'an h2 after an h3': ['<h2>b</h2><h3>c</h3><h2>b</h2>', null],
  'a table with one role': ['<table><tr><td role="cell">', /all roles/],
  'a table without its own role': ['<table><tbody role="rowgroup"><tr role="row"><td role="cell">', /all roles/],
  'a table without roles': ['<table><tr><td>', null],
  'a table with all roles': ['<table role="table"><tbody role="rowgroup"><tr role="row"><td role="cell">', null],
  'a scrim in the content': ['<a class="scrim" href="#" aria-hidden="true">', /in no landmark/],
};

test('the rules of HTML find what is wrong, and nothing else', { tag: '@js' }, async ({ page }) => {
  const faultsOf = async (html: string) => {
    await page.setContent(`<!doctype html><html lang="en"><title>t</title>${html}`);
    return page.evaluate(findHtmlFaults);
  };
  for (const [name, [html, fault]] of Object.entries(BAD)) {
    const faults = await faultsOf(`<main><h1>a</h1>${html}</main>`);
    if (fault) expect.soft(faults.join('\n'), name).toMatch(fault);
    else expect.soft(faults, name).toEqual([]);
  }
  expect.soft((await faultsOf('<h2>b</h2><h1>a</h1>')).join()).toMatch(/before the h1/);
  expect.soft(await faultsOf('<div class="summary"><h2>b</h2></div><h1>a</h1>')).toEqual([]);
  expect.soft((await faultsOf('<a class="scrim" href="#">b</a>')).join()).toMatch(/only for the eye/);
  expect.soft(await faultsOf('<a class="scrim" href="#" aria-hidden="true"></a>')).toEqual([]);
});
