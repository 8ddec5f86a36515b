// The control without a framework: React alone writes the same tree to the socket.
import { createServer } from 'node:http';
import { createElement as h } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { Tree } from './tree.mjs';

const Page = () =>
  h('html', { lang: 'en' }, h('head', null, h('title', null, 'Three hundred elements')), h('body', null, h(Tree)));

createServer((_request, response) => {
  const { pipe } = renderToPipeableStream(h(Page), {
    onShellReady() {
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      pipe(response);
    },
  });
}).listen(Number(process.env.PORT), process.env.HOST);
