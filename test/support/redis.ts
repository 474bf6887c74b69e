// The Redis of this machine, for tests of what servers share; that there is none is said.
import { Redis } from 'ioredis';

export const redisUrl = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379';

export const hasRedis = await (async () => {
  const client = new Redis(redisUrl, {
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    process.stdout.write(
      `not covered: Redis, since none answers at ${redisUrl}; TEST_REDIS_URL names another\n`,
    );
    return false;
  } finally {
    client.disconnect();
  }
})();
