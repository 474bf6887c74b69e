// What is delivered for running it names options, routes and files that there are.
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { chooseLedger, readConfig } from '../../src/config.js';
import { describeOptions } from '../../src/help.js';
import { productMain } from '../support/product.js';
import { starter } from '../support/started.js';

const root = new URL('../../', import.meta.url);
/** Missing ones were said once at the start. */
const postgres = inject('postgres');
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const manifests = readdirSync(new URL('deploy/', root))
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => `deploy/${name}`);
const variables = new Set(describeOptions().flatMap((option) => option.variables));

/** All documents of a YAML file, as plain values. */
// biome-ignore lint/suspicious/noExplicitAny: what a manifest holds is what the test is about
function documents(path: string): any[] {
  return parseAllDocuments(read(path)).map((document) => {
    expect(document.errors, path).toEqual([]);
    return document.toJS();
  });
}

describe('the manifests', () => {
  const all = manifests.flatMap(documents);
  const deployment = all.find(({ kind }) => kind === 'Deployment');
  const [container] = deployment.spec.template.spec.containers;

  it('are a deployment, a service, an ingress, an autoscaler and a disruption budget', () => {
    const kinds = [
      'Deployment',
      'HorizontalPodAutoscaler',
      'Ingress',
      'PodDisruptionBudget',
      'Service',
    ];
    expect(all.map(({ kind }) => kind).sort()).toEqual(kinds);
  });

  it('ask for liveness and readiness where the server tells them', () => {
    expect(container.livenessProbe.httpGet.path).toBe('/health');
    expect(container.readinessProbe.httpGet.path).toBe('/ready');
  });

  it('pass options that there are', () => {
    expect(() => readConfig(container.args, {})).not.toThrow();
  });

  it('limit the rate of each client, and believe one proxy who it is', () => {
    const config = readConfig(container.args, {});
    expect(config.number('rate-limit')).toBeGreaterThan(0);
    expect(config.text('trust-proxy')).toBe('1');
  });

  it('leave time to stop: the pause before, and what the server gives to running operations', () => {
    const shutdown = readConfig([], {}).number('shutdown-timeout') / 1000;
    expect(deployment.spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(
      5 + shutdown + 2,
    );
  });

  it('run as no one in particular, with a limit on memory, on a disk that can not be written to', () => {
    expect(deployment.spec.template.spec.securityContext.runAsNonRoot).toBe(true);
    expect(container.securityContext).toMatchObject({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
    });
    expect(container.resources.limits.memory).toBeDefined();
  });

  it('say what is to be filled in for TLS, in comments that are YAML', () => {
    const text = read('deploy/service.yaml').replaceAll(
      /^( *)# (ingressClassName|tls:|annotations:| {2}- \{ hosts)/gm,
      '$1$2',
    );
    const ingress = parseAllDocuments(text)
      .map((document) => document.toJS())
      .find(({ kind }) => kind === 'Ingress');
    expect(ingress.metadata.annotations).toHaveProperty(['cert-manager.io/cluster-issuer']);
    expect(ingress.spec.ingressClassName).toBe('nginx');
    expect(ingress.spec.tls).toEqual([{ hosts: ['mirrorql.example'], secretName: 'mirrorql-tls' }]);
    expect(ingress.spec.tls[0].hosts).toEqual(
      ingress.spec.rules.map(({ host }: { host: string }) => host),
    );
  });

  it('route nothing from the outside but the two faces', () => {
    const ingress = all.find(({ kind }) => kind === 'Ingress');
    const paths = ingress.spec.rules[0].http.paths.map(({ path }: { path: string }) => path);
    expect(paths).toEqual(['/graphql', '/api']);
  });
});

/** Of processes, on a machine that has other things to do. */
const threeStarts = { timeout: 60_000 };

describe('the compose file', () => {
  const [compose] = parseAllDocuments(read('compose.yaml'), { merge: true }).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS();
  });
  const { services } = compose;

  it.each(['mirrorql', 'database'])('sets variables that there are: %s', (name) => {
    const { environment } = services[name];
    for (const name of Object.keys(environment)) expect(variables).toContain(name);
    const config = readConfig([], environment);
    expect(config.number('rate-limit')).toBeGreaterThan(0);
    // Nothing is in front of it.
    expect(config.isSet('trust-proxy')).toBe(false);
  });

  it('serves the sample with nothing else, and all others only where their profile is asked for', () => {
    const usual = Object.keys(services).filter((name) => services[name].profiles === undefined);
    expect(usual).toEqual(['mirrorql']);
    expect(services.mirrorql).not.toHaveProperty('depends_on');
    expect(chooseLedger(readConfig([], services.mirrorql.environment), {}).kind).toBe('embedded');
    expect(chooseLedger(readConfig([], services.database.environment), {}).kind).toBe('database');
    for (const service of Object.values(services) as { depends_on?: object }[]) {
      for (const name of Object.keys(service.depends_on ?? {}))
        expect(services).toHaveProperty(name);
    }
  });

  it('has no two services at one port', () => {
    const ports = Object.values(services).flatMap(
      (one) => (one as { ports?: string[] }).ports ?? [],
    );
    expect(new Set(ports).size).toBe(ports.length);
    expect(ports.map((port) => port.split(':').at(-1))).toEqual(['4000', '4000']);
  });

  it.skipIf(!postgres)(
    'fills an empty PostgreSQL with the sample, and no other',
    threeStarts,
    async () => {
      const own = `compose_${process.pid}`;
      const address = new URL(postgres);
      address.pathname = own;
      const server = new pg.Client({ connectionString: postgres });
      await server.connect();
      await server.query(`create database ${own}`);
      const client = new pg.Client({ connectionString: address.href });
      await client.connect();
      onTestFinished(async () => {
        await client.end();
        await server.query(`drop database ${own} with (force)`);
        await server.end();
      });
      const [, ...words] = services.fill.entrypoint;
      // The image's folder is that of the build.
      const folder = dirname(dirname(await productMain()));
      const env = { ...process.env, DATABASE_URL: address.href };
      const fill = (more = {}) =>
        promisify(execFile)(process.execPath, words, { env: { ...env, ...more }, cwd: folder });
      const count = async () =>
        Number((await client.query('select count(*) from record_file')).rows[0].count);
      await fill();
      expect(await count()).toBe(3000);
      await client.query('delete from record_file where index > 91205000');
      await fill();
      expect(await count()).toBe(1000);
      address.pathname = `${own}_of_no_one`;
      const failure = await fill({ DATABASE_URL: address.href }).catch((error) => error);
      expect(failure).toMatchObject({
        code: 1,
        stderr: `mirrorql: the database of DATABASE_URL is not filled: database "${own}_of_no_one" does not exist\n`,
      });
    },
  );
});

describe('the image', () => {
  const { start } = starter();
  const dockerfile = read('Dockerfile');

  it('is built of files that it is given', () => {
    const given = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'));
    for (const [, files] of dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)) {
      for (const file of (files as string).split(' ')) {
        expect(given).toContain(`!${file.replace('./', '')}`);
      }
    }
  });

  it('starts with the files that it has, and no other of this folder', {
    timeout: 60_000,
  }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mirrorql-image-'));
    await cp(dirname(await productMain()), join(folder, 'dist'), { recursive: true });
    await symlink(fileURLToPath(new URL('node_modules', root)), join(folder, 'node_modules'));
    const image = dockerfile.split('\nFROM ').at(-1) as string;
    for (const [, files, target] of image.matchAll(/^COPY (?!--from)(.+) (\S+)$/gm)) {
      await mkdir(join(folder, target as string), { recursive: true });
      // As the builder does it: the contents of a folder, and files under their names.
      const command = `for each in ${files}; do [ -d $each ] && cp -r $each/. "$0" || cp $each "$0"; done`;
      await promisify(execFile)('sh', ['-ec', command, join(folder, target as string)], {
        cwd: fileURLToPath(root),
      });
    }
    await cp(new URL('package.json', root), join(folder, 'package.json'));
    const { child, url, said } = start({
      main: join(folder, 'dist/main.js'),
      args: ['--upstream', 'http://127.0.0.1:9'],
    });
    for (const path of ['/', '/docs', '/docs/live.md', '/examples/web/README.md', '/graphql']) {
      const { status } = await fetch(`${await url}${path}`, { headers: { accept: 'text/html' } });
      expect(status, path).toBe(200);
    }
    expect(said()).not.toContain('"level":50');
    child.kill('SIGKILL');
    await rm(folder, { recursive: true });
  });

  it('holds the sample ledger, made by the script that packs it, and all tabs of GraphiQL', () => {
    const [, script] = /^RUN node (\S+) --sample /m.exec(dockerfile) ?? [];
    expect(existsSync(new URL(script as string, root))).toBe(true);
    expect(read(script as string)).toContain("'--sample'");
    expect(dockerfile).toMatch(/^COPY examples\/explorer \.\/examples\/explorer\/$/m);
  });

  it('runs as a user, checks its health, and gets signals itself', () => {
    expect(dockerfile).toContain('\nUSER node\n');
    expect(dockerfile).toMatch(/HEALTHCHECK .*CMD \["node"/);
    expect(dockerfile).toMatch(/ENTRYPOINT \["node"/);
  });
});
