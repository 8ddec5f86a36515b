import { afterEach, describe, expect, it } from 'vitest';
import { askForDialog, currentDialog, type DialogName, withdrawDialog } from './dialog-queue';

const ALL: DialogName[] = ['new_message', 'update', 'refusal', 'terms'];

describe('dialogs that come by themselves', () => {
  afterEach(() => ALL.forEach(withdrawDialog));

  it('are none while none asks', () => {
    expect(currentDialog()).toBeNull();
  });

  it.each(ALL)('%s is open when it is alone', (name) => {
    askForDialog(name);
    expect(currentDialog()).toBe(name);
    withdrawDialog(name);
    expect(currentDialog()).toBeNull();
  });

  it('give way to the more urgent, and come back when it closes', () => {
    const seen = ALL.map((name) => {
      askForDialog(name);
      return currentDialog();
    });
    expect(seen).toEqual(['new_message', 'update', 'refusal', 'terms']);
    const left = [...ALL].reverse().map((name) => {
      withdrawDialog(name);
      return currentDialog();
    });
    expect(left).toEqual(['refusal', 'update', 'new_message', null]);
  });

  it('wait while a more urgent one is open', () => {
    askForDialog('terms');
    for (const name of ALL) {
      askForDialog(name);
      expect(currentDialog()).toBe('terms');
    }
  });

  it('asking twice and closing once leaves none', () => {
    askForDialog('refusal');
    askForDialog('refusal');
    withdrawDialog('refusal');
    expect(currentDialog()).toBeNull();
  });

  it('closing what is not open changes nothing', () => {
    askForDialog('update');
    withdrawDialog('refusal');
    expect(currentDialog()).toBe('update');
  });
});
