/** Panels of the dashboard that explain the product. Upstream stores `{id}_closed` for each (specification, section 3). */
export const INTRODUCTIONS = ['register_intro', 'android_app'] as const;

export type IntroductionId = (typeof INTRODUCTIONS)[number];

/** All panels. Those that are not of the dashboard are on the page that they explain. */
export const PANELS = [...INTRODUCTIONS, 'growing_intro'] as const;

export type PanelId = (typeof PANELS)[number];

export const isClosed = (id: PanelId, user: { instruction_state: Record<string, boolean> }) =>
  user.instruction_state[`${id}_closed`] ?? false;
