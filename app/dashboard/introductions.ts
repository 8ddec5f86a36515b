/** Panels that explain the product; upstream keeps `{id}_closed` for each (specification, section 3). */
export const INTRODUCTIONS = ['register_intro', 'android_app'] as const;

export type IntroductionId = (typeof INTRODUCTIONS)[number];
