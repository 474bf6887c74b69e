// Fields that show members of a row as they are: type, nullability and description are the declaration's.
import { Kind } from '@sinclair/typebox';
import type { KindName } from '../../contract/kinds.js';
import type { Shape, Static } from '../../contract/shape.js';

/** Scalars by the kind of a member; what is an object or a list has a type of its own, and no place here. */
const scalars: Readonly<Record<KindName, string>> = {
  Text: 'String',
  Digits: 'Int64',
  Hex: 'Hex',
  Base64: 'Base64',
  EntityId: 'EntityId',
  Timestamp: 'Timestamp',
  TransactionId: 'String',
  Boolean: 'Boolean',
  Int64: 'Int64',
  Int32: 'Int',
};

/** Whatever has `expose`, as the builders of fields have. */
interface Fields<F> {
  expose(member: never, options: never): F;
}

type Member<R extends Shape> = keyof Static<R> & string;

/** A field for each name, showing the member that it stands for. */
export function members<R extends Shape, F, N extends string>(
  t: Fields<F>,
  row: R,
  names: { readonly [field in N]: Member<R> },
): Record<N, F> {
  const { properties, required = [] } = row;
  const fields = Object.entries<Member<R>>(names).map(([field, member]) => {
    const shape: Shape = properties[member];
    const options = {
      type: scalars[shape[Kind] as KindName],
      nullable: Array.isArray(shape['type']) || !required.includes(member),
      description: shape.description,
    };
    return [field, t.expose(member as never, options as never)];
  });
  return Object.fromEntries(fields);
}
