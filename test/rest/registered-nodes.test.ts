// Registered nodes, by the facts of the contract: REST and GraphQL over the sample.
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../src/contract/json.js';
import { ask } from '../support/ask.js';
import { remote, serve } from '../support/ledgers.js';
import { sampleServer } from '../support/sample-server.js';

// biome-ignore lint/suspicious/noExplicitAny: bodies are looked into
type Body = any;

const server = sampleServer();

const get = async (path: string): Promise<Body> =>
  parseJson(await (await fetch(`${server.url}/api/v1${path}`)).text());
async function refused(path: string): Promise<string> {
  const { _status } = await get(path);
  const [{ message, detail }] = _status.messages;
  return detail === undefined ? message : `${message} / ${detail}`;
}

describe('registered nodes', () => {
  const path = '/network/registered-nodes';
  const ids = ({ registered_nodes }: Body) =>
    registered_nodes.map((node: Body) => Number(node.registered_node_id));

  it('are listed by number or by the type of any endpoint, without those that are deleted', async () => {
    expect(ids(await get(`${path}?limit=9`))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 10]);
    const page = await get(`${path}?type=mirror_node&limit=3`);
    expect(ids(page)).toEqual([2, 4, 12]);
    expect(page.links.next).toBe(`/api/v1${path}?type=mirror_node&limit=3&registerednode.id=gt:12`);
    expect(ids(await get(page.links.next.slice(7)))).toEqual([14, 19, 22]);
    expect(ids(await get(`${path}?registerednode.id=4`))).toEqual([4]);
    expect(ids(await get(`${path}?registerednode.id=gt:2&registerednode.id=lt:5`))).toEqual([3, 4]);
    const last = await get(`${path}?order=desc&limit=1`);
    expect(last.links.next).toBe(
      `/api/v1${path}?order=desc&limit=1&registerednode.id=lt:9223372036854775807`,
    );
  });

  it.each([
    ['limit=0', 'Invalid parameter: limit'],
    ['limit=101', 'Invalid parameter: limit'],
    ['type=x', 'Invalid parameter: type'],
    ['type=eq:RPC_RELAY', 'Invalid parameter: type'],
    ['type=RPC_RELAY&type=x', 'Bad Request / Only a single instance is supported for type'],
    ['registerednode.id=-1', 'Invalid parameter: registerednode.id'],
    [
      ['gt:1', 'gt:2', 'gt:3'].map((value) => `registerednode.id=${value}`).join('&'),
      'Invalid parameter: registerednode.id',
    ],
    [
      'registerednode.id=EQ:1&registerednode.id=ne:0',
      "Bad Request / The 'eq' operator cannot be combined with other operators",
    ],
    [
      'registerednode.id=1&registerednode.id=gt:0',
      "Bad Request / The 'eq' operator cannot be combined with other operators",
    ],
    [
      'registerednode.id=gt:2&registerednode.id=lt:2',
      'Bad Request / Invalid range: lower bound exceeds upper bound',
    ],
  ])('with %s are none', async (query, message) => {
    expect(await refused(`${path}?${query}`)).toBe(message);
  });

  it('tell of endpoints what they are by what they say of themselves', async () => {
    const { registered_nodes: nodes } = await get(path);
    const nothing = { block_node: null, general_service: null, mirror_node: null, rpc_relay: null };
    expect(nodes[1].service_endpoints).toEqual([
      {
        ...nothing,
        block_node: { endpoint_apis: ['STATUS', 'SUBSCRIBE_STREAM'] },
        domain_name: 'r1.example',
        ip_address: null,
        port: 8081,
        requires_tls: true,
        type: 'BLOCK_NODE',
      },
      {
        ...nothing,
        mirror_node: {},
        domain_name: null,
        ip_address: '10.1.0.9',
        port: 5551,
        requires_tls: null,
        type: 'MIRROR_NODE',
      },
    ]);
    expect(nodes[2].admin_key).toBeNull();
    expect(nodes[5].service_endpoints[0]).toMatchObject({ ...nothing, type: 'GENERAL_SERVICE' });
    expect(nodes.find((node: Body) => node.registered_node_id === 11).service_endpoints).toEqual(
      [],
    );
  });

  it('are a connection both ways, over HTTP as out of a database', async () => {
    const query = `query ($after: String, $before: String) {
      network {
        next: registeredNodes(first: 2, after: $after, filter: { registeredNode: { lte: "6" } }) {
          nodes { registeredNodeId }
          pageInfo { endCursor }
        }
        last: registeredNodes(last: 2, before: $before) { nodes { registeredNodeId } }
        one: registeredNodes(after: $after, filter: { registeredNode: { eq: "4" } }) {
          nodes { registeredNodeId }
        }
        none: registeredNodes(after: $after, filter: { registeredNode: { eq: "2" } }) {
          nodes { registeredNodeId }
        }
      }
    }`;
    const ledger = remote(server.url, { cache: 0 });
    const overHttp = await serve(ledger);
    for (const one of [server, overHttp]) {
      const { data } = await ask(one, query);
      const numbers = (connection: Body) => connection.nodes.map((n: Body) => n.registeredNodeId);
      expect(numbers(data.network.next)).toEqual(['1', '2']);
      expect(numbers(data.network.last)).toEqual(['33', '9223372036854775807']);
      const after = data.network.next.pageInfo.endCursor;
      const { data: more, errors } = await ask(one, query, { after, before: after });
      expect(errors).toEqual([]);
      expect([more.network.one, more.network.none].map(numbers)).toEqual([['4'], []]);
      expect(numbers(more.network.next)).toEqual(['3', '4']);
      expect(numbers(more.network.last)).toEqual(['1']);
    }
    await overHttp.close();
    await ledger.close();
  });
});
