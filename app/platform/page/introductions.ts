/** Panels that explain the product. Upstream stores `{id}_closed` for each (specification, section 3). */
export const INTRODUCTIONS = ['register_intro', 'android_app'] as const;

export type IntroductionId = (typeof INTRODUCTIONS)[number];

export const isClosed = (id: IntroductionId, user: { instruction_state: Record<string, boolean> }) =>
  user.instruction_state[`${id}_closed`] ?? false;
