// The dashboard and the alerts ask for metrics that a server really has, by labels that they really have.
import { readFileSync } from 'node:fs';
import hooks from 'node:perf_hooks';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parseAllDocuments } from 'yaml';
import type { Ledger } from '../../src/ledger.js';
import { makeMetrics } from '../../src/operating/metrics.js';
import type { Server } from '../../src/server.js';
import { ask } from '../support/ask.js';
import { get } from '../support/get.js';
import { openSample, serve } from '../support/ledgers.js';
import { listen } from '../support/listen.js';

const read = (path: string) =>
  readFileSync(new URL(`../../deploy/${path}`, import.meta.url), 'utf8');
const yaml = (path: string) => {
  const [document] = parseAllDocuments(read(path));
  expect(document?.errors).toEqual([]);
  return document?.toJS();
};

const dashboard = JSON.parse(read('monitoring/dashboard.json'));
const rules = yaml('monitoring/alerts.yaml').spec.groups.flatMap(
  ({ rules: own }: { rules: object[] }) => own,
);
type Rule = Record<'alert' | 'expr', string> & { readonly annotations: Record<string, string> };

const panels: { readonly title: string; readonly targets: { readonly expr: string }[] }[] =
  dashboard.panels;
const asked = [
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
  ...rules.map(({ alert, expr }: Rule) => [alert, expr] as const),
] as readonly (readonly [title: string, expression: string])[];

/** Labels that Prometheus adds to what it has read. */
const added = ['instance'];

const names = (expression: string) =>
  [...expression.matchAll(/\b(?:mirrorql|nodejs|process)_\w+/g)].map(([name]) => name);
/** Metrics, and the labels that they are chosen or summed by. */
const labelsOf = (expression: string) => [
  ...[...expression.matchAll(/(\w+)\s*(?:=~|!=|!~|=)\s*"/g)].map(([, name]) => name as string),
  ...[...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/,\s*/)),
];

it('the process is watched once, by however many servers of a program', () => {
  const watched = vi.spyOn(hooks, 'monitorEventLoopDelay');
  const told = [makeMetrics(), makeMetrics(), makeMetrics()].map((metrics) => metrics.text());
  expect(watched.mock.calls.length).toBeLessThan(2);
  return Promise.all(
    told.map(async (text) => expect(await text).toContain('nodejs_eventloop_lag_p99_seconds')),
  );
});

it('a text of all figures is made once for all who ask in the same moment, with all that was counted until then', async () => {
  const made = vi.spyOn(Registry.prototype, 'metrics');
  const metrics = makeMetrics();
  const asked = Array.from({ length: 50 }, () => metrics.text());
  metrics.called('one', 'blocks', 'ok', 1);
  expect(new Set(await Promise.all(asked)).size).toBe(1);
  expect(made).toHaveBeenCalledTimes(1);
  metrics.called('one', 'blocks', 'ok', 1);
  const count = 'mirrorql_ledger_call_seconds_count{verb="one",resource="blocks",outcome="ok"}';
  expect(await asked[0]).toContain(`${count} 1\n`);
  expect(await metrics.text()).toContain(`${count} 2\n`);
  made.mockRestore();
});

describe('what watches a server', () => {
  let ledger: Ledger;
  let server: Server;
  /** Labels by the name of each metric. */
  const metrics = new Map<string, Set<string>>();

  beforeAll(async () => {
    ledger = await openSample('embedded');
    server = await serve(ledger, { metrics: makeMetrics(), live: { interval: 100 } });
    await ask(server, 'query Named { blocks(first: 1) { nodes { number } } }');
    await ask(server, '{ account(id: "nobody") { memo } }');
    await get(server, '/api/v1/blocks?limit=1');
    const listener = listen(
      server,
      'subscription { balanceChanged(account: "0.0.1001") { hbars } }',
    );
    await listener.first(1);
    const { text } = await get(server, '/metrics');
    listener.leave();
    for (const [, name, labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
      const known = metrics.get(name as string) ?? new Set();
      for (const [, label] of labels.matchAll(/(\w+)="/g)) known.add(label as string);
      metrics.set(name as string, known);
    }
  });
  afterAll(async () => {
    await server.close();
    await ledger.close();
  });

  it('is a dashboard and alerts of some size', () => {
    expect(panels.length).toBeGreaterThan(10);
    expect(rules.length).toBeGreaterThan(5);
  });

  it.each(asked)('%s asks for what there is', (_title, expression) => {
    const found = names(expression);
    expect(found.length).toBeGreaterThan(0);
    for (const name of found) expect([...metrics.keys()], expression).toContain(name);
    const labels = new Set(found.flatMap((name) => [...(metrics.get(name) ?? [])]));
    for (const label of labelsOf(expression)) expect([...labels, ...added]).toContain(label);
  });

  it('shows every metric of ours', () => {
    const all = asked.map(([, expression]) => expression).join(' ');
    const own = [...metrics.keys()].filter((name) => name.startsWith('mirrorql_'));
    const families = new Set(own.map((name) => name.replace(/_(bucket|sum|count)$/, '')));
    expect(families.size).toBeGreaterThan(7);
    for (const family of families) expect(all).toContain(family);
  });

  it('names legends by labels that its expressions keep', () => {
    for (const { targets } of dashboard.panels) {
      for (const { expr, legendFormat } of targets) {
        for (const [, label] of legendFormat.matchAll(/\{\{(\w+)\}\}/g)) {
          expect([...labelsOf(expr), ...added], expr).toContain(label);
        }
      }
    }
  });

  it('names codes and outcomes that there are', async () => {
    const { text } = await get(server, '/metrics');
    expect(text).toMatch(/mirrorql_polls_total\{topic="balances",outcome="ok"\}/);
    expect(text).toMatch(/mirrorql_ledger_call_seconds_count\{.*outcome="ok"/);
    const { errorTable } = await import('../../src/errors.js');
    const codes = rules.flatMap(({ expr }: Rule) => [...expr.matchAll(/code="(\w+)"/g)]);
    for (const [, code] of codes) expect(Object.keys(errorTable)).toContain(code);
  });

  it('is read where the service has its port, of the pods that it names', () => {
    const monitor = yaml('monitoring/service-monitor.yaml');
    const [service] = parseAllDocuments(read('service.yaml')).map((one) => one.toJS());
    expect(service.metadata.labels).toMatchObject(monitor.spec.selector.matchLabels);
    const [endpoint] = monitor.spec.endpoints;
    expect(service.spec.ports.map(({ name }: { name: string }) => name)).toContain(endpoint.port);
    expect(endpoint.path).toBe('/metrics');
  });

  it('leads to pages that there are', () => {
    const operating = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8');
    for (const { annotations } of rules as Rule[]) {
      expect(annotations['summary']).toBeDefined();
      const chapter = /See "(.*)" in docs\/operating\.md/.exec(
        annotations['description'] ?? '',
      )?.[1];
      if (chapter) expect(operating.includes(`## ${chapter}`), chapter).toBe(true);
    }
  });
});
