// How amounts and times are shown: digits are grouped as text, and nothing becomes a float.

/** An exact decimal with its thousands grouped and needless zeros at the end left out. */
export function amount(exact: string): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(exact) ?? [];
  if (whole === '') return exact;
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  const rest = fraction.replace(/0+$/, '');
  return `${sign}${grouped}${rest && `.${rest}`}`;
}

/** Smallest units as whole ones: `scaled("1234", 2)` is "12.34". */
export function scaled(units: string, decimals: number): string {
  if (decimals === 0) return units;
  const digits = units.replace('-', '').padStart(decimals + 1, '0');
  const sign = units.startsWith('-') ? '-' : '';
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

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
