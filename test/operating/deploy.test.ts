// What is delivered for running it names options, routes and files that there are.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readConfig } from '../../src/config.js';
import { describeOptions } from '../../src/help.js';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const manifests = readdirSync(new URL('deploy/', root)).map((name) => `deploy/${name}`);
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

  it('route nothing from the outside but the two faces', () => {
    const ingress = all.find(({ kind }) => kind === 'Ingress');
    const paths = ingress.spec.rules[0].http.paths.map(({ path }: { path: string }) => path);
    expect(paths).toEqual(['/graphql', '/api']);
  });
});

describe('the compose file', () => {
  it('sets variables that there are', () => {
    const [compose] = documents('compose.yaml');
    const { environment } = compose.services.mirrorql;
    for (const name of Object.keys(environment)) expect(variables).toContain(name);
    const config = readConfig([], environment);
    expect(config.number('rate-limit')).toBeGreaterThan(0);
    // Nothing is in front of it.
    expect(config.isSet('trust-proxy')).toBe(false);
  });
});

describe('the image', () => {
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

  it('makes the sample ledger with a module that is built', () => {
    const modules = [...dockerfile.matchAll(/import\('\.\/dist\/([^']+)\.js'\)/g)];
    expect(modules).toHaveLength(1);
    for (const [, name] of modules) expect(existsSync(`src/${name}.ts`)).toBe(true);
  });

  it('runs as a user, checks its health, and gets signals itself', () => {
    expect(dockerfile).toContain('\nUSER node\n');
    expect(dockerfile).toMatch(/HEALTHCHECK .*CMD \["node"/);
    expect(dockerfile).toMatch(/ENTRYPOINT \["node"/);
  });
});
