import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'

type Message = { role: string; content: string }
/** A request to the provider. `system` and `user` are the prompts, independent of the protocol. */
export type AiRequest = {
  path: string
  headers: IncomingHttpHeaders
  body: Record<string, unknown>
  system: string
  user: string
  /** Whether the client disconnected before the response was complete. */
  aborted: boolean
}

/**
 * Failure modes: an error status, no response, a broken connection, an invalid response, or a first word that takes longer than the limit
 * between words.
 */
export type Fault =
  | 401
  | 404
  | 429
  | 500
  | 302
  | 'hang'
  | 'break'
  | 'stall'
  | 'garbage'
  | 'empty'
  | 'no usage'
  | 'slow start'

/**
 * A fake AI provider on loopback that supports OpenAI chat completions (POST /v1/chat/completions, streaming with a usage chunk) and
 * Anthropic messages (POST /v1/messages), with the key `sk-test-key-of-the-provider`. It streams its answer word by word.
 */
export async function startFakeAiProvider({ port = 0 }: { port?: number } = {}) {
  const requests: AiRequest[] = []
  let answerFor: (request: AiRequest) => string = () => 'I am ready.'
  let fault: Fault | null = null
  let pause: (() => Promise<void>) | null = null
  const server = createServer(async (incoming, response) => {
    const { request, protocol } = await readRequest(incoming)
    requests.push(request)
    response.on('close', () => {
      request.aborted = !response.writableFinished
    })
    if (failRequest(request, response, fault)) return
    const answerWords = fault === 'empty' ? [] : answerFor(request).split(/(?<= )/)
    await streamAnswer(response, request, { protocol, answerWords, fault, pause })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // listens on TCP
  return {
    origin,
    base_url: `${origin}/v1`,
    asked: requests,
    last: () => requests.at(-1) as AiRequest, // tests call this after a request
    /** Sets the answer from now on, and what it waits for after each word: a delay in ms, or a promise. */
    answerWith(next: string | ((request: AiRequest) => string), between: number | Promise<void> = 0) {
      answerFor = typeof next === 'string' ? () => next : next
      pause = typeof between !== 'number' ? () => between : between ? () => wait(between) : null
    },
    failWith(next: Fault | null) {
      fault = next
    },
    /** Timeouts for its client: generous, except for the limit that the current fault exceeds. */
    limits: {
      get first() {
        return fault === 'hang' ? 300 : 20_000
      },
      get between() {
        return fault === 'stall' || fault === 'slow start' ? 300 : 20_000
      },
      total: 60_000,
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function readRequest(incoming: IncomingMessage) {
  const content = await text(incoming)
  const body = (content ? JSON.parse(content) : {}) as Record<string, unknown>
  const path = incoming.url ?? ''
  const protocol = path.endsWith('/messages') ? anthropic : openai
  const request: AiRequest = {
    path,
    headers: incoming.headers,
    body,
    ...protocol.read(body),
    aborted: false,
  }
  return { request, protocol }
}

/** Whether the request has failed, or is left without a response. */
function failRequest({ path, headers }: AiRequest, response: ServerResponse, fault: Fault | null): boolean {
  const key = headers['x-api-key'] ?? headers.authorization?.replace('Bearer ', '')
  if (key !== testApiKey || fault === 401)
    respondWithError(response, 401, `Incorrect API key provided: ${key}`)
  else if (path !== '/v1/messages' && path !== '/v1/chat/completions')
    respondWithError(response, 404, 'Unknown request URL')
  else if (fault === 302) response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
  else if (typeof fault === 'number') respondWithError(response, fault, errorMessages[fault])
  else if (fault === 'garbage')
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome to the router</h1>')
  else return fault === 'hang'
  return true
}

async function streamAnswer(
  response: ServerResponse,
  request: AiRequest,
  {
    protocol,
    answerWords,
    fault,
    pause,
  }: {
    protocol: typeof openai | typeof anthropic
    answerWords: string[]
    fault: Fault | null
    pause: (() => Promise<void>) | null
  },
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const tokens = {
    input: Math.ceil((request.system.length + request.user.length) / 4),
    output: answerWords.length,
  }
  for (const event of protocol.opening(tokens.input)) sendEvent(response, event)
  if (fault === 'slow start') await wait(1_000)
  for (const [n, word] of answerWords.entries()) {
    if (n === 2 && (fault === 'stall' || fault === 'break')) return interrupt(response, fault)
    if (request.aborted) return
    sendEvent(response, protocol.delta(word))
    if (pause) await pause()
  }
  for (const event of protocol.closing(tokens, fault !== 'no usage')) sendEvent(response, event)
  response.end(protocol === openai ? 'data: [DONE]\n\n' : '')
}

function sendEvent(response: ServerResponse, event: object & { type?: string }): void {
  response.write(`${'type' in event ? `event: ${event.type}\n` : ''}data: ${JSON.stringify(event)}\n\n`)
}

async function interrupt(response: ServerResponse, fault: 'stall' | 'break'): Promise<void> {
  if (fault === 'stall') return
  // Lets sent data arrive first, as a reset would overtake it.
  await wait(30)
  response.destroy()
}

export const testApiKey = 'sk-test-key-of-the-provider'

const errorMessages = {
  404: 'The model `gpt-none` does not exist',
  429: 'You exceeded your current quota',
  500: 'The server had an error',
}

const respondWithError = (response: ServerResponse, status: number, message: string) =>
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify({ type: 'error', error: { type: 'error', message } }))

const contentText = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : ((content ?? []) as { text?: string }[]).map(({ text = '' }) => text).join('')
const textByRole = (messages: Message[], role: string) =>
  messages
    .filter((message) => message.role === role)
    .map(({ content }) => contentText(content))
    .join('\n')

const chunk = {
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1_700_000_000,
  model: 'test-model',
}
const openai = {
  read: ({ messages = [] }: { messages?: unknown }) => ({
    system: textByRole(messages as Message[], 'system'),
    user: textByRole(messages as Message[], 'user'),
  }),
  opening: (_input: number): object[] => [
    { ...chunk, choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }] },
  ],
  delta: (content: string): object => ({
    ...chunk,
    choices: [{ index: 0, delta: { content }, finish_reason: null }],
  }),
  closing: ({ input, output }: { input: number; output: number }, usage: boolean): object[] => [
    { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
    ...(usage
      ? [
          {
            ...chunk,
            choices: [],
            usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
          },
        ]
      : []),
  ],
}

const anthropic = {
  read: ({ system, messages = [] }: { system?: unknown; messages?: unknown }) => ({
    system: contentText(system),
    user: textByRole(messages as Message[], 'user'),
  }),
  opening: (input: number): object[] => [
    {
      type: 'message_start',
      message: {
        ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'test-model', content: [] },
        ...{ stop_reason: null, stop_sequence: null, usage: { input_tokens: input, output_tokens: 1 } },
      },
    },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  ],
  delta: (text: string): object => ({
    type: 'content_block_delta',
    index: 0,
    delta: { type: 'text_delta', text },
  }),
  closing: ({ output }: { input: number; output: number }, _usage: boolean): object[] => [
    { type: 'content_block_stop', index: 0 },
    {
      type: 'message_delta',
      delta: { stop_reason: 'end_turn', stop_sequence: null },
      usage: { output_tokens: output },
    },
    { type: 'message_stop' },
  ],
}
