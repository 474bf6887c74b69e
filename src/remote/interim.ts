// Sockets on which interim answers (1xx) are passed over. undici ends a connection that says "100
// Continue" unasked, where HTTP (RFC 9110, 15.2) has clients go on to the answer that follows.
import type { buildConnector } from 'undici';

/** The head of an interim answer; 101 is none, since it is about another protocol. */
const interim = /^HTTP\/1\.1 1(?!01)\d\d[ \r]/;
const longestStart = 'HTTP/1.1 100 '.length;
const endOfHead = '\r\n\r\n';

/** A connector whose sockets do not show such answers, where they begin what is read. */
export const passingInterim =
  (connect: buildConnector.connector): buildConnector.connector =>
  (options, callback) =>
    connect(options, (error, socket) => {
      if (error || !socket) return callback(error ?? new Error('no socket'), null);
      const read = socket.read.bind(socket);
      const passing = (size?: number) => withoutInterim(read, size);
      socket.read = passing;
      callback(null, socket);
    });

/** The bodies that we read are JSON, in which no line begins so: it has no bare line breaks in text. */
function withoutInterim(read: (size?: number) => Buffer | null, size?: number): Buffer | null {
  let chunk = read(size);
  while (chunk && interim.test(chunk.toString('latin1', 0, longestStart))) {
    const end = chunk.indexOf(endOfHead);
    if (end === -1) return chunk;
    chunk = chunk.subarray(end + endOfHead.length);
    if (chunk.length === 0) chunk = read(size);
  }
  return chunk;
}
