export const STAGES = ['waiting', 'seedling', 'vegetative', 'flowering', 'harvest', 'drying', 'resting'] as const;

export type Stage = (typeof STAGES)[number];

/** A line drawing of one of the seven stages, or of a lost plant. */
export function Growth({ stage }: { stage: Stage | 'lost' }) {
  return (
    <svg className="plant" width="48" height="56" aria-hidden="true">
      <use href={`/icons.svg#i-stage-${stage}`} />
    </svg>
  );
}
