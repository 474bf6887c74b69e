// The steps of the EVM, as a mirror node tells them of a transaction that it runs once more (contract H.5).
import * as t from '../shape.js';

const word = (description: string) => t.hex(description, '^(0x)?[0-9a-fA-F]*$');
const words = (items: string, description: string) => t.nullable(t.list(word(items), description));

const opcode = t.object(
  'One step of the EVM.',
  {
    depth: t.int32('How deep the call is that the step is of.'),
    gas: t.int64('Gas that is left.'),
    gas_cost: t.int64('Gas that the step takes.'),
    memory: words('A word of the memory.', 'The memory; null where it was not asked for.'),
    op: t.text('Name of the operation.'),
    pc: t.int32('Place in the code.'),
    reason: t.nullable(word('Why the call was reverted, as bytes; null where it was not.')),
    stack: words('A word of the stack.', 'The stack; null where it was not asked for.'),
    storage: t.nullable(t.names('Slots with what is in them; null where they were not asked for.')),
  },
  'Opcode',
);

export const opcodes = t.object(
  'The steps that the EVM takes for a transaction.',
  {
    address: word('EVM address that the transaction has called.'),
    contract_id: t.nullable(t.entityId('The contract.')),
    failed: t.boolean('Whether the transaction has failed.'),
    gas: t.int64('Gas that was used.'),
    opcodes: t.list(opcode, 'The steps, in their order.'),
    return_value: word('What was returned.'),
  },
  'OpcodesResponse',
);
