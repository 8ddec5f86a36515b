import type { Ability } from '../../upstream/contract/abilities';

type AbilityKey<A> = A extends `${infer Module}:${infer Verb}` ? `${Module}_${Verb}` : never;

/** Keys of texts hold no colon: `wallet:read` is `wallet_read`. */
export const abilityKey = (ability: Ability) => ability.replace(':', '_') as AbilityKey<Ability>;
