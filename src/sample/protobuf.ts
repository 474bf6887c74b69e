// Just enough protobuf writing, in hex, for keys and for the bodies of scheduled transactions.

export function hexVarint(value: bigint): string {
  let rest = value;
  let hex = '';
  do {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    hex += (rest > 0n ? low | 0x80 : low).toString(16).padStart(2, '0');
  } while (rest > 0n);
  return hex;
}

/** A length-delimited field: message, string or bytes (wire type 2). */
export function delimited(field: number, hex: string): string {
  return hexVarint(BigInt((field << 3) | 2)) + hexVarint(BigInt(hex.length / 2)) + hex;
}

const zigzag = (value: bigint): bigint => (value < 0n ? -value * 2n - 1n : value * 2n);

interface ScheduledTransfer {
  readonly fee: bigint;
  readonly memo: string;
  readonly from: number;
  readonly to: number;
  readonly amount: bigint;
}

/**
 * A SchedulableTransactionBody that moves hbar: transactionFee 1, memo 2, cryptoTransfer 9
 * (field numbers of hedera-protobufs, schedulable_transaction_body.proto).
 */
export function scheduledTransfer({ fee, memo, from, to, amount }: ScheduledTransfer): string {
  const accountAmount = (num: number, value: bigint): string =>
    delimited(1, `${delimited(1, `18${hexVarint(BigInt(num))}`)}10${hexVarint(zigzag(value))}`);
  const transfers = accountAmount(from, -amount) + accountAmount(to, amount);
  const memoHex = Buffer.from(memo).toString('hex');
  const named = memo === '' ? '' : delimited(2, memoHex);
  return `08${hexVarint(fee)}${named}${delimited(9, delimited(1, transfers))}`;
}
