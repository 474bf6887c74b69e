// Items and pages that are only a part of what there should be: where a resource can be partial,
// the contract answers them with a status of their own (206).

/** At what a part of has not come. It is no member: nothing prints it, and copies keep it. */
const Partial = Symbol('partial');

export const partial = <T extends object>(found: T): T => ({ ...found, [Partial]: true });

export const isPartial = (found: object): boolean => Partial in found;

/** What the reference misses about an item that there is otherwise: it counts as not found there, in these words. */
const Lacking = Symbol('lacking');

export const lacking = <T extends object>(found: T, told: string): T => ({
  ...found,
  [Lacking]: told,
});

export const lackOf = (found: object): string | undefined =>
  (found as { readonly [Lacking]?: string })[Lacking];
