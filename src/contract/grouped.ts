// Values under a key that several of them have.

/**
 * Adds a value to those of its key, in order of appearance. In place: a list that is copied for each
 * of its values takes a second for a parameter of 15 kB that comes thousands of times.
 */
export function addTo<K, V>(groups: Map<K, V[]>, key: K, value: V): void {
  const values = groups.get(key);
  if (values) values.push(value);
  else groups.set(key, [value]);
}
