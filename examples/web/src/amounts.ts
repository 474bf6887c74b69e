// How amounts and times are shown: digits are grouped as text, and nothing becomes a float.

/** An exact decimal with its thousands grouped and needless zeros at the end left out. */
export function amount(exact: string): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(exact) ?? [];
  if (whole === '') return exact;
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  const rest = fraction.replace(/0+$/, '');
  return `${sign}${grouped}${rest && `.${rest}`}`;
}

/** Smallest units as whole ones: `scaled(1234n, 2)` is "12.34". */
export function scaled(units: bigint, decimals: number): string {
  const sign = units < 0n ? '-' : '';
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0');
  if (decimals === 0) return sign + digits;
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** How much of the whole a part is, in hundredths of a percent, cut off: "12.34 %". */
export const share = (part: bigint, whole: bigint): string =>
  whole === 0n ? '0 %' : `${scaled((part * 10_000n) / whole, 2)} %`;

const format = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'UTC',
});

/** A consensus time for people; its nine digits of fraction belong into a title. */
export function time(timestamp: string): string {
  const [seconds = '0'] = timestamp.split('.');
  return `${format.format(new Date(Number(seconds) * 1000))} UTC`;
}
