// Fails where a package that is installed with mirrorql, or is inside of what is built, has a licence that is not on the list.
import { readFileSync } from 'node:fs';
import { bundle } from './build.js';

/** Licences under which anyone may use, change and pass on, without conditions on their own code. */
const allowed = new Set([
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'BlueOak-1.0.0',
  'PostgreSQL',
]);

interface Locked {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly hasInstallScript?: boolean;
}

const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};

/** Whether one of the licences that an expression offers is allowed, or all that it demands are. */
const isAllowed = (expression: string): boolean =>
  expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((offer) => offer.split(' AND ').every((name) => allowed.has(name.trim())));

const inside = new Set(await bundle('dist', false));
const installed = Object.entries(lock.packages).filter(
  ([path, { dev, devOptional }]) => path !== '' && (inside.has(path) || (!dev && !devOptional)),
);
const faults = installed.flatMap(([path, { license = 'none', hasInstallScript }]) => [
  ...(isAllowed(license) ? [] : [`${path}: licence ${license} is not on the list`]),
  ...(hasInstallScript ? [`${path}: runs a script when it is installed`] : []),
]);

if (faults.length > 0) {
  process.stderr.write(`${faults.join('\n')}\n`);
  process.exit(1);
}
process.stdout.write(
  `licences of ${installed.length} packages, installed or built in, are on the list\n`,
);
