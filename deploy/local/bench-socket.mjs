// A client that writes requests to sockets itself: Node's own takes more processor time than the product.
import { connect } from 'node:net';

const lastChunk = Buffer.from('0\r\n\r\n');

/**
 * Sends one request after the other over a connection; `send` resolves with status, headers and length of the body. The proxy ends a
 * connection after a thousand requests and says so in the last response: the next request gets a new one.
 */
export function client({ hostname, port }) {
  let socket;
  let received = Buffer.alloc(0);
  let waiting;
  function open() {
    const opened = connect({ host: hostname, port: Number(port || 80), noDelay: true });
    const end = (error) => {
      if (opened === socket) waiting?.reject(error ?? new Error('the connection was closed'));
    };
    opened.on('error', end).on('close', () => end()).on('data', receive);
    socket = opened;
  }
  function receive(part) {
    received = received.length ? Buffer.concat([received, part]) : part;
    const head = received.indexOf('\r\n\r\n');
    if (head < 0) return;
    const headers = received.toString('latin1', 0, head);
    const status = Number(headers.slice(9, 12));
    const length = status === 204 || status === 304 ? 0 : Number(/\r\ncontent-length: *(\d+)/i.exec(headers)?.[1]);
    const bytes = received.length - head - 4;
    // One request at a time: a response without length ends with the empty chunk.
    if (Number.isNaN(length) ? !received.subarray(-5).equals(lastChunk) : bytes < length) return;
    received = Buffer.alloc(0);
    if (/\r\nconnection: *close/i.test(headers)) close();
    waiting.resolve({ status, headers, bytes });
  }
  function close() {
    const ended = socket;
    socket = undefined;
    ended?.destroy();
  }
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        if (!socket) open();
        socket.write(request);
      }),
    close,
  };
}
