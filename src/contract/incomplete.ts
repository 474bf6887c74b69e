// Items that are only a part of what there should be: the contract answers them with a status of their own.

/** At an item of which a part has not come. It is no member: nothing prints it. */
const Incomplete = Symbol('incomplete');

export const incomplete = <T extends object>(item: T): T => ({ ...item, [Incomplete]: true });

/** 206 of an item that is incomplete, as `Lookup.status` says it. */
export const statusOf = (item: object): 206 | undefined => (Incomplete in item ? 206 : undefined);
