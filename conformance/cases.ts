// Reads case files (contract part D) into setups, requests and what is expected of the answers.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { parseJson } from '../src/contract/json.js';
import type { Expected } from './compare.js';
import type { Setup } from './setup.js';

/** One request and its answer: the unit that passes or fails. */
interface Case {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Settings of the reference for this request, as the file spells them. */
  readonly config: Settings;
  readonly expected: Expected;
}

export interface CaseFile {
  /** Path below the folder of all cases. */
  readonly file: string;
  readonly area: string;
  readonly setup: Setup;
  readonly fakeTime: string | number | undefined;
  readonly cases: readonly Case[];
}

export type Settings = { readonly [name: string]: unknown };

interface Test {
  readonly url?: string | readonly string[];
  readonly urls?: readonly string[];
  readonly responseStatus: number;
  readonly responseJson: unknown;
  readonly responseJsonMatrix?: Readonly<Record<string, unknown>>;
  readonly responseHeaders?: Headers;
  readonly requestHeaders?: Headers;
  readonly config?: Settings;
}

interface Spec extends Test {
  readonly setup?: Setup & { config?: Settings; features?: { fakeTime?: string | number } };
  readonly matrix?: string;
  readonly tests?: readonly Test[];
}

type Headers = Readonly<Record<string, string>>;

const directoryDefaults = 'responseHeaders.json';

/** All case files below a folder, or those of one area, in the order of their paths. */
export function readCases(root: string, only?: string): CaseFile[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json') && !file.endsWith(directoryDefaults))
    .sort()
    .map((file) => ({ file, area: file.split(sep)[0] as string }))
    .filter(({ area }) => only === undefined || area === only)
    .map(({ file, area }) => ({ file, area, ...readSpec(root, file) }));
}

function readSpec(root: string, file: string) {
  const spec = read(join(root, file)) as Spec;
  const { setup = {} } = spec;
  const headers = { ...headersOf(root, file), ...spec.responseHeaders };
  return {
    setup,
    fakeTime: setup.features?.fakeTime,
    cases: (spec.tests ?? [spec]).flatMap((test) =>
      urlsOf(test).map((url) => ({
        url,
        headers: test.requestHeaders ?? {},
        config: merge(setup.config ?? {}, test.config ?? {}),
        expected: expectedOf(test, spec, headers),
      })),
    ),
  };
}

/** Several texts in the place of one are one, as the reference puts them together (contract L.1). */
const urlsOf = ({ url, urls }: Test): readonly string[] =>
  urls ?? (url === undefined ? [] : [[url].flat().join(',')]);

function expectedOf(test: Test, { tests, matrix }: Spec, headers: Headers): Expected {
  const status = test.responseStatus;
  const own = tests && test.responseHeaders ? test.responseHeaders : headers;
  // Only successful answers have headers of their own to check (contract D.1).
  const isSuccess = status >= 200 && status < 300;
  const body = bodyOf(test, matrix);
  return { status, body, headers: isSuccess ? own : {}, ignoreSignatureOrder: false };
}

/** Headers that the nearest folder with defaults expects of successful answers. */
function headersOf(root: string, file: string): Headers {
  for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) {
    const path = join(root, folder, directoryDefaults);
    if (existsSync(path)) return read(path) as Headers;
  }
  return { 'cache-control': 'public, max-age=1' };
}

const matrixKeys: Readonly<Record<string, string>> = {
  'bindTimestampRangeMatrix.js': 'bindTimestampRange=false',
  'topicMessageLookupMatrix.js': 'topicMessageLookup=false',
};

/** The body for the JavaScript server, in the variant of a matrix that is switched off. */
function bodyOf({ responseJson, responseJsonMatrix = {} }: Test, matrix?: string): unknown {
  const body = 'js' in responseJsonMatrix ? responseJsonMatrix['js'] : responseJson;
  const variant = responseJsonMatrix[matrixKeys[matrix ?? ''] ?? ''];
  return variant === undefined ? body : { ...(body as object), ...(variant as object) };
}

function merge(base: Settings, over: Settings): Settings {
  const merged: Record<string, unknown> = { ...base };
  for (const [name, value] of Object.entries(over)) {
    const before = merged[name];
    merged[name] = isObject(before) && isObject(value) ? merge(before, value) : value;
  }
  return merged;
}

const isObject = (value: unknown): value is Settings =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const read = (path: string) => parseJson(readFileSync(path, 'utf8'));
