import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'

/** What a model is asked for. Each task but `prompt` is about a conversation that the caller may read. */
export const aiTasks = ['prompt', 'draft_reply', 'summarise', 'suggest_tags', 'translate'] as const
export type AiTask = (typeof aiTasks)[number]

/** A language as browsers name it, such as `de` or `pt-BR`. */
const language = z
  .string()
  .trim()
  .max(35)
  .refine(isLanguageTag, 'There is no such language. Write a code such as de or pt-BR')

function isLanguageTag(code: string): boolean {
  try {
    return Intl.getCanonicalLocales(code).length === 1
  } catch {
    return false
  }
}

const conversation_uuid = z.uuid()
const text = z
  .string()
  .max(20_000, 'This is too long: 20,000 characters at most')
  .refine((content) => content.trim() !== '', 'There is no text to work on')

export const AiCompletionAsk = z.discriminatedUnion(
  'task',
  [
    z.object({ task: z.literal('prompt'), prompt_key: z.string().max(140), content: text }),
    z.object({
      task: z.literal('draft_reply'),
      conversation_uuid,
      /** What the agent wants said, in their own words. */
      instruction: z.string().trim().max(2000).default(''),
    }),
    z.object({ task: z.literal('summarise'), conversation_uuid, language: language.default('en') }),
    z.object({ task: z.literal('suggest_tags'), conversation_uuid }),
    z.object({
      task: z.literal('translate'),
      conversation_uuid,
      message_uuid: z.uuid(),
      language: language.default('en'),
    }),
  ],
  { error: `The task is one of ${aiTasks.join(', ')}` },
)
export type AiCompletionAsk = z.output<typeof AiCompletionAsk>

/** Which message of the conversation a [n] in the text stands for. */
export const AiCitation = z.object({ n: z.int(), message_uuid: z.uuid() })
export type AiCitation = z.infer<typeof AiCitation>

/** Why an answer came to nothing, or broke off. */
export const aiFailures = [
  'key',
  'model',
  'busy',
  'refused',
  'trouble',
  'unreachable',
  'late',
  'broken',
  'garbage',
] as const
export type AiFailure = (typeof aiFailures)[number]

/**
 * What a stream of /ai/completions holds, as server-sent events: the name of the event, and its data as JSON. `delta` comes many times; the
 * last is `done` or `error`, and nothing follows it.
 */
export const aiStreamEvents = {
  delta: z.object({ text: z.string() }),
  usage: z.object({ tokens_in: z.int(), tokens_out: z.int(), cost: z.number() }),
  citations: z.object({ citations: z.array(AiCitation) }),
  /** Of tags that there are alone, and not on the conversation yet. */
  tags: z.object({ tags: z.array(z.object({ id: z.int(), name: z.string() })) }),
  /** The whole text. Of a draft also as HTML, without its citations; `truncated` when the model stopped at the limit. */
  done: z.object({ text: z.string(), html: z.string().nullable(), truncated: z.boolean() }),
  error: z.object({ kind: z.enum(aiFailures), message: z.string() }),
}
export type AiStreamEvent = {
  [E in keyof typeof aiStreamEvents]: { event: E; data: z.infer<(typeof aiStreamEvents)[E]> }
}[keyof typeof aiStreamEvents]

const tag = 'ai'
export const completeText = endpoint({
  method: 'POST',
  path: '/api/v1/ai/completion',
  access: 'agent',
  summary: 'Rewrite a text by a prompt and answer the whole of it',
  tag,
  body: z.object({ prompt_key: z.string().max(140), content: text }),
  response: z.string(),
  supports_idempotency_key: false,
})
export const streamCompletion = endpoint({
  method: 'POST',
  path: '/api/v1/ai/completions',
  access: 'messages:write',
  summary: 'Rewrite a text, draft a reply, summarise, suggest tags or translate; answers as it is written',
  tag,
  body: AiCompletionAsk,
  response: z.string(),
  raw_media_type: 'text/event-stream',
  supports_idempotency_key: false,
  other_error_statuses: [404],
})
