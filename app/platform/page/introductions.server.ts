import { env } from '../request/env.server';
import { INTRODUCTIONS, type IntroductionId } from './introductions';

/** Returns the panels that this club has. The one about the app needs an app. */
export const listIntroductions = (): IntroductionId[] =>
  INTRODUCTIONS.filter((id) => id !== 'android_app' || env().androidAppUrl !== null);
