// The control without a protocol: ws sends every body that is posted to a path to every websocket of that path.
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';

const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  if (text) for (const socket of sockets.clients) if (socket.path === request.url) socket.send(text);
  response.end('{}');
});
server.on('upgrade', (request, socket, head) => {
  sockets.handleUpgrade(request, socket, head, (websocket) => {
    websocket.path = request.url;
    websocket.send('hello');
  });
});
server.listen(Number(process.env.PORT), process.env.HOST);
