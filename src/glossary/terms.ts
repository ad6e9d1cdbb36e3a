/** The words that a reader may not have met, explained once. */

/** A word of the field, or of the platform. */
export interface Term {
  /** Its anchor on the glossary’s page. */
  id: string;
  /** As the glossary lists it. */
  name: string;
  /** What it is found by in a text, as the source of a regular expression; whole words in any case. */
  words: string;
  /** What it is, in sentences that need no other entry. */
  text: string;
  /** Where a page says more. */
  more?: { text: string; href: string };
}

/** By the alphabet, as the page shows them. */
export const terms: readonly Term[] = [
  {
    id: 'aa-test',
    name: 'A/A test',
    words: 'A/A (?:test|control)s?',
    text: 'The same system measured against itself, as if it were two. Any difference found is noise, so it shows how small a difference a run can be trusted with.',
    more: { text: 'How A/A controls are used here', href: '/method/' },
  },
  {
    id: 'arm',
    name: 'Arm',
    words: 'arms?',
    text: 'One of the things that a run compares: a system in one configuration, such as Cap’n Web with its socket kept in memory.',
  },
  {
    id: 'baseline',
    name: 'Baseline',
    words: 'baselines?',
    text: 'The same work without any RPC library, written by hand over a WebSocket or over postMessage, or without a call where objects call each other. It is the least time that the work can take there.',
  },
  {
    id: 'batching',
    name: 'Batching',
    words: 'batch(?:es|ed|ing)?',
    text: 'Several calls made together. Where they are sent in one message, its cost is paid once.',
  },
  {
    id: 'bench',
    name: 'Bench',
    words: 'bench(?:es)?',
    text: 'The server that a benchmark calls: a Worker with Durable Objects that answer for each RPC system.',
  },
  {
    id: 'callback',
    name: 'Callback',
    words: 'callbacks?',
    text: 'A function that the client passes with a call, and that the server then calls.',
  },
  {
    id: 'child-process',
    name: 'Child process',
    words: 'child process(?:es)?',
    text: 'A program that another program has started. It has memory of its own, and is reached through pipes or sockets.',
  },
  {
    id: 'closed-loop',
    name: 'Closed loop',
    words: 'closed[- ]loop',
    text: 'A way to put load on a server: each client waits for an answer before it sends its next call.',
  },
  {
    id: 'delayed-ack',
    name: 'Delayed ACK',
    words: 'delayed ACKs?',
    text: 'A receiver’s habit of waiting, often about forty milliseconds, before it confirms a packet, in the hope of sending the confirmation along with data.',
  },
  {
    id: 'durable-object',
    name: 'Durable Object',
    words: 'Durable Objects?',
    text: 'A small server of Cloudflare’s with a name and storage of its own. All who use that name reach the same one, wherever they are.',
    more: {
      text: 'Cloudflare on Durable Objects',
      href: 'https://developers.cloudflare.com/durable-objects/',
    },
  },
  {
    id: 'eviction',
    name: 'Eviction',
    words: 'evict(?:ed|ion|ions|s)?',
    text: 'Removing an object from memory when it is idle or when its code is deployed anew. What it stored stays, what it only remembered is lost.',
  },
  {
    id: 'hibernation',
    name: 'Hibernation',
    words: 'hibernat(?:e|es|ing|ion)',
    text: 'An idle Durable Object may leave memory while its clients stay connected. The next message wakes it. It is not billed while it sleeps.',
    more: {
      text: 'Cloudflare on WebSockets that hibernate',
      href: 'https://developers.cloudflare.com/durable-objects/best-practices/websockets/',
    },
  },
  {
    id: 'interim-analysis',
    name: 'Interim analysis',
    words: 'interim analys[ie]s',
    text: 'A look at the results while a run goes on, planned before it began, at which the run may end. Its intervals allow for the several looks.',
  },
  {
    id: 'interval',
    name: 'Interval',
    words: '(?:confidence )?intervals?',
    text: 'The range in which the true value plausibly lies. Of many runs, nineteen in twenty give an interval that holds it.',
    more: { text: 'How intervals are made', href: '/method/' },
  },
  {
    id: 'isolate',
    name: 'Isolate',
    words: 'isolates?',
    text: 'A separate JavaScript world inside one process, with globals and memory of its own. Workers run in isolates instead of processes.',
  },
  {
    id: 'median',
    name: 'Median',
    words: 'medians?',
    text: 'The middle value: half of all values are below it and half above. A few very slow calls do not move it.',
  },
  {
    id: 'message-port',
    name: 'MessagePort',
    words: 'MessagePorts?',
    text: 'One of the two ends of a channel inside a browser. An end can be given to another window or worker, and what is sent into one comes out of the other.',
    more: {
      text: 'MDN on MessagePort',
      href: 'https://developer.mozilla.org/docs/Web/API/MessagePort',
    },
  },
  {
    id: 'nagle',
    name: 'Nagle’s algorithm',
    words: 'Nagle(?:’s algorithm)?',
    text: 'A rule of TCP that holds a small packet back until the one before it is confirmed. With delayed ACKs, each exchange can wait about forty milliseconds.',
  },
  {
    id: 'object-capability',
    name: 'Object capability',
    words: 'object[- ]capabilit(?:y|ies)',
    text: 'A reference to an object that is also the right to use it. Whoever has none cannot name the object, and so cannot call it.',
  },
  {
    id: 'p99',
    name: 'p50, p99',
    words: 'p(?:50|90|99|99\\.9)',
    text: 'Percentiles. Ninety-nine of a hundred calls take no longer than the p99; half take no longer than the p50, which is the median.',
  },
  {
    id: 'payload',
    name: 'Payload',
    words: 'payloads?',
    text: 'The data that a call carries, without what the protocol adds around it.',
  },
  {
    id: 'pipelining',
    name: 'Pipelining',
    words: 'pipelin(?:e|es|ed|ing)',
    text: 'Calling a method of a result that has not arrived yet. Both calls travel together, and one round trip is saved.',
  },
  {
    id: 'resident-set-size',
    name: 'Resident set size',
    words: 'resident set(?: sizes?)?',
    text: 'How much of a computer’s memory a process takes up at the moment, as the operating system counts it.',
  },
  {
    id: 'round-trip',
    name: 'Round trip',
    words: 'round trips?',
    text: 'The way of a message there and of its answer back. Far from the server, it takes most of a call’s time.',
  },
  {
    id: 'rpc',
    name: 'RPC',
    words: 'RPC',
    text: 'Remote procedure call: calling a function that runs in another program, often on another machine, as if it were here.',
  },
  {
    id: 'sandboxed-iframe',
    name: 'Sandboxed iframe',
    words: 'sandboxed i?frames?',
    text: 'A page inside a page that the browser keeps apart from it: it cannot reach into the other, and gets what it is sent as messages.',
    more: {
      text: 'MDN on the sandbox of an iframe',
      href: 'https://developer.mozilla.org/docs/Web/HTML/Reference/Elements/iframe#sandbox',
    },
  },
  {
    id: 'serialization',
    name: 'Serialization',
    words: 'seriali[sz](?:e|es|ed|ing|ation)',
    text: 'Turning values into text or bytes that can be sent. The other end turns them back into values.',
  },
  {
    id: 'stdio',
    name: 'stdio',
    words: 'stdio|standard input and output',
    text: 'Standard input and output: the pipes through which a program can talk to one that it has started.',
  },
  {
    id: 'structured-clone',
    name: 'Structured clone',
    words: 'structured[- ]clon(?:e|ing)',
    text: 'The browsers’ way to copy a value with all its types: dates, maps, typed arrays, and objects that refer to themselves. JSON can do none of these.',
    more: {
      text: 'MDN on structured clone',
      href: 'https://developer.mozilla.org/docs/Web/API/Web_Workers_API/Structured_clone_algorithm',
    },
  },
  {
    id: 'stub',
    name: 'Stub',
    words: 'stubs?',
    text: 'An object at the client that stands for one at the server. Calling its methods sends messages.',
  },
  {
    id: 'throughput',
    name: 'Throughput',
    words: 'throughputs?',
    text: 'How much gets done in a second: calls, or bytes.',
  },
  {
    id: 'tick',
    name: 'Tick',
    words: 'ticks?',
    text: 'One turn of JavaScript’s event loop. Calls made in one tick are made at once: no answer can arrive between them.',
  },
  {
    id: 'transferable',
    name: 'Transferable',
    words: 'transferables?',
    text: 'A value, such as a buffer of bytes, that can be handed to another worker or window without a copy. The sender can use it no more.',
    more: {
      text: 'MDN on transferable objects',
      href: 'https://developer.mozilla.org/docs/Web/API/Web_Workers_API/Transferable_objects',
    },
  },
  {
    id: 'unary',
    name: 'Unary call',
    words: 'unary',
    text: 'A call of gRPC with one message there and one back. The other kinds of call stream several messages.',
  },
  {
    id: 'warm-up',
    name: 'Warm-up',
    words: 'warm-ups?',
    text: 'Calls made before the clock starts, so that code is compiled and connections are open when it does.',
  },
  {
    id: 'workerd',
    name: 'workerd',
    words: 'workerd',
    text: 'The open-source program that runs Workers. It is the one that Cloudflare runs, and it runs on your machine as well.',
    more: { text: 'The repository of workerd', href: 'https://github.com/cloudflare/workerd' },
  },
  {
    id: 'worker',
    name: 'Workers',
    // A browser’s workers are something else.
    words: 'Cloudflare Workers?|(?-i:Workers?)',
    text: 'Small programs that Cloudflare runs close to whoever calls them. A Worker answers requests and passes them on to Durable Objects.',
    more: {
      text: 'Cloudflare on Workers',
      href: 'https://developers.cloudflare.com/workers/',
    },
  },
  {
    id: 'workload',
    name: 'Workload',
    words: 'workloads?',
    text: 'One kind of call that a run repeats and times, such as reads that wait for each other.',
  },
  {
    id: 'wrangler-dev',
    name: 'wrangler dev',
    words: 'wrangler dev',
    text: 'Cloudflare’s development server. It runs workerd with helpers around it, which take time of their own.',
  },
];
