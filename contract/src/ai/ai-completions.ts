import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'

/** The AI tasks. All except `prompt` are about a conversation that the caller can read. */
export const aiTasks = ['prompt', 'draft_reply', 'summarise', 'suggest_tags', 'translate'] as const
export type AiTask = (typeof aiTasks)[number]

/** A BCP 47 language tag as browsers use it, such as `de` or `pt-BR`. */
const language = z
  .string()
  .trim()
  .max(35)
  .refine(isLanguageTag, 'This language doesn’t exist. Enter a code such as de or pt-BR')

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
  .max(20_000, 'This is too long. Use at most 20,000 characters')
  .refine((content) => content.trim() !== '', 'There’s no text to work on')

export const AiCompletionAsk = z.discriminatedUnion(
  'task',
  [
    z.object({ task: z.literal('prompt'), prompt_key: z.string().max(140), content: text }),
    z.object({
      task: z.literal('draft_reply'),
      conversation_uuid,
      /** What the reply should say, in the agent's own words. */
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
  { error: `The task must be one of ${aiTasks.join(', ')}` },
)
export type AiCompletionAsk = z.output<typeof AiCompletionAsk>

/** The message that a citation [n] in the text refers to. */
export const AiCitation = z.object({ n: z.int(), message_uuid: z.uuid() })
export type AiCitation = z.infer<typeof AiCitation>

/** Why a completion failed or stopped early. */
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

/** The server-sent events of /ai/completions: event name and JSON data. `delta` is repeated; `done` or `error` is always the last event. */
export const aiStreamEvents = {
  delta: z.object({ text: z.string() }),
  usage: z.object({ tokens_in: z.int(), tokens_out: z.int(), cost: z.number() }),
  citations: z.object({ citations: z.array(AiCitation) }),
  /** Only existing tags that the conversation does not have yet. */
  tags: z.object({ tags: z.array(z.object({ id: z.int(), name: z.string() })) }),
  /** The complete text. Drafts also come as HTML without citations. `truncated` is set when the model reached its output limit. */
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
  summary: 'Rewrite a text with a prompt and return the whole result',
  tag,
  body: z.object({ prompt_key: z.string().max(140), content: text }),
  response: z.string(),
  supports_idempotency_key: false,
})
export const streamCompletion = endpoint({
  method: 'POST',
  path: '/api/v1/ai/completions',
  access: 'messages:write',
  summary: 'Rewrite a text, draft a reply, summarise, suggest tags or translate; the response is streamed',
  tag,
  body: AiCompletionAsk,
  response: z.string(),
  raw_media_type: 'text/event-stream',
  supports_idempotency_key: false,
  other_error_statuses: [404],
})
