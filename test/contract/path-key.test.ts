// Keys of paths: of no part, one, or several, as one text and back, and in their places.
import { describe, expect, it } from 'vitest';
import { filledPath, joinKey, keyParts, placesIn } from '../../src/contract/path-key.js';
import { lists, lookups } from '../../src/contract/resources/index.js';
import { naturalNumber, plainEntityId } from '../../src/contract/values.js';

const part = { parameter: 'tokenid', kind: plainEntityId, description: '' };
const serial = { parameter: 'serialnumber', kind: naturalNumber(), description: '' };

describe('keys of paths', () => {
  it.each([
    ['no part', {}, []],
    ['one part', { keys: [part] }, ['0.0.5']],
    ['one part with a slash in it', { keys: [part] }, ['a/b']],
    ['two parts', { keys: [part, serial] }, ['0.0.5', '7']],
  ])('of %s are one text and back', (_name, resource, parts) => {
    expect(keyParts(resource, joinKey(...parts))).toEqual(parts);
  });

  it('fill the places of a path in their order', () => {
    const path = '/api/v1/tokens/{id}/nfts/{serialNumber}';
    expect(placesIn(path)).toEqual(['id', 'serialNumber']);
    expect(filledPath(path, ['0.0.5', '7'])).toBe('/api/v1/tokens/0.0.5/nfts/7');
    // What a key holds is no pattern of replacement.
    expect(filledPath(path, ['$&', '$1'])).toBe('/api/v1/tokens/$&/nfts/$1');
  });

  it.each([...lists, ...lookups])('of $name have a rule for each place', ({ path, keys = [] }) => {
    expect(placesIn(path)).toHaveLength(keys.length);
  });
});
