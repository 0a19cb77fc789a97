import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

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

/** Failure modes: an error status, no response, a broken connection, or an invalid response. */
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

/**
 * A fake AI provider on loopback that supports OpenAI chat completions (POST /v1/chat/completions, streaming with a usage chunk) and
 * Anthropic messages (POST /v1/messages), with the key `sk-test-key-of-the-provider`. It streams its answer word by word.
 */
export async function startFakeAiProvider({ port = 0 }: { port?: number } = {}) {
  const requests: AiRequest[] = []
  let answerFor: (request: AiRequest) => string = () => 'I am ready.'
  let fault: Fault | null = null
  let pause_ms = 0
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const body = (text ? JSON.parse(text) : {}) as Record<string, unknown>
    const path = incoming.url ?? ''
    const protocol = path.endsWith('/messages') ? anthropic : openai
    const request: AiRequest = {
      path,
      headers: incoming.headers,
      body,
      ...protocol.read(body),
      aborted: false,
    }
    requests.push(request)
    response.on('close', () => {
      request.aborted = !response.writableFinished
    })
    const key = incoming.headers['x-api-key'] ?? incoming.headers.authorization?.replace('Bearer ', '')
    if (key !== testApiKey || fault === 401)
      return respondWithError(response, 401, `Incorrect API key provided: ${key}`)
    if (path !== '/v1/messages' && path !== '/v1/chat/completions')
      return respondWithError(response, 404, 'Unknown request URL')
    if (fault === 302) return response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
    if (typeof fault === 'number') return respondWithError(response, fault, errorMessages[fault])
    if (fault === 'hang') return
    if (fault === 'garbage')
      return response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome to the router</h1>')
    const answerWords = fault === 'empty' ? [] : answerFor(request).split(/(?<= )/)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const sendEvent = (event: object & { type?: string }) =>
      response.write(`${'type' in event ? `event: ${event.type}\n` : ''}data: ${JSON.stringify(event)}\n\n`)
    const tokens = {
      input: Math.ceil((request.system.length + request.user.length) / 4),
      output: answerWords.length,
    }
    for (const event of protocol.opening(tokens.input)) sendEvent(event)
    for (const [n, word] of answerWords.entries()) {
      if (n === 2 && fault === 'stall') return
      if (n === 2 && fault === 'break') {
        // Lets sent data arrive first, as a reset would overtake it.
        await new Promise((resolve) => setTimeout(resolve, 30))
        return response.destroy()
      }
      if (request.aborted) return
      sendEvent(protocol.delta(word))
      if (pause_ms) await new Promise((resolve) => setTimeout(resolve, pause_ms))
    }
    for (const event of protocol.closing(tokens, fault !== 'no usage')) sendEvent(event)
    response.end(protocol === openai ? 'data: [DONE]\n\n' : '')
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // listens on TCP
  return {
    origin,
    base_url: `${origin}/v1`,
    asked: requests,
    last: () => requests.at(-1) as AiRequest, // tests call this after a request
    /** Sets the answer from now on, and the delay after each word. */
    answerWith(next: string | ((request: AiRequest) => string), between_ms = 0) {
      answerFor = typeof next === 'string' ? () => next : next
      pause_ms = between_ms
    },
    failWith(next: Fault | null) {
      fault = next
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
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
