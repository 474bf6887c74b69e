// What the OpenAPI document says beside names and types: defaults, and the headers of answers.
import { describe, expect, test } from 'vitest';
import { openapiDocument } from '../../src/rest/openapi.js';

const document = openapiDocument();
const operationOf = (path: string) => document.paths[path]?.get;

describe('the document tells', () => {
  test.each([
    ['/api/v1/accounts', 'balance', true],
    ['/api/v1/accounts/{id}/allowances/nfts', 'owner', true],
    ['/api/v1/contracts/results', 'hbar', true],
    ['/api/v1/contracts/results', 'internal', false],
    ['/api/v1/contracts/results/{transactionIdOrHash}', 'nonce', '0'],
    ['/api/v1/network/fees', 'order', 'asc'],
    ['/api/v1/topics/{topicId}/messages', 'encoding', 'base64'],
    ['/api/v1/topics/{topicId}/messages', 'order', 'asc'],
  ])('of %s what %s is where it is left out', (path, name, byDefault) => {
    const found = operationOf(path)?.parameters.find((parameter) => parameter.name === name);
    expect(found?.schema.default).toBe(byDefault);
  });

  test('the link to the next page of an answer that is only a part', () => {
    const answers = operationOf('/api/v1/tokens/{id}/nfts/{serialNumber}/transactions')?.responses;
    expect(answers?.['206']).toHaveProperty('headers.Link');
    expect(
      operationOf('/api/v1/contracts/results/{transactionIdOrHash}')?.responses['206'],
    ).not.toHaveProperty('headers');
  });
});
