import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { addedKey, id, instant, wholeNumber } from '../shared/fields.ts'

const tag = 'search'

/** The query text of all searches. */
export const searchText = z
  .string()
  .trim()
  .max(500, 'A search can have at most 500 characters')
  // Old clients count bytes as well: two characters of an unsegmented script are a word.
  .refine((text) => new TextEncoder().encode(text).length >= 3, 'Type at least 3 characters')

/** A fragment of text. Joined, the fragments are the original text. */
export const Piece = z.object({ text: z.string(), hit: z.boolean() })
export type Piece = z.infer<typeof Piece>

const searchPage = <Row extends z.ZodType>(row: Row) =>
  z.object({
    results: z.array(row),
    /** Set if there may be older results. */
    next_cursor: z.string().nullable(),
    /** Set if the search hit its time limit before the page was full: everything newer than this was searched. */
    searched_back_to: instant.nullable(),
  })

const person = z.object({
  id,
  first_name: z.string(),
  last_name: z.string(),
  avatar_url: z.string().nullable(),
})

export const FoundConversation = z.object({
  uuid: z.uuid(),
  reference_number: z.string(),
  created_at: instant,
  last_message_at: instant,
  subject: z.array(Piece),
  /** Name and address of the contact. */
  contact: person.extend({ email: z.string().nullable(), marked: z.array(Piece) }),
  status: z.string(),
  inbox_name: z.string(),
})
export type FoundConversation = z.infer<typeof FoundConversation>

export const FoundMessage = z.object({
  uuid: z.uuid(),
  created_at: instant,
  conversation_uuid: z.uuid(),
  conversation_reference_number: z.string(),
  conversation_subject: z.string().nullable(),
  type: z.enum(['incoming', 'outgoing']),
  private: z.boolean(),
  has_attachments: z.boolean(),
  sender: person,
  snippet: z.array(Piece),
  /** Names of attachments that contain words of the query. */
  files: z.array(z.array(Piece)),
  /** Attachments whose text contains words of the query, at most 3, each with the passage. */
  file_matches: addedKey(
    z.array(z.object({ uuid: z.uuid(), filename: z.array(Piece), excerpt: z.array(Piece) })),
    [],
  ),
})
export type FoundMessage = z.infer<typeof FoundMessage>

const pageQuery = z.object({
  query: searchText,
  page_size: wholeNumber(1, 50).default(20),
  cursor: z.string().optional(),
})

export const findConversations = endpoint({
  method: 'GET',
  path: '/api/v1/search/conversations',
  access: 'conversations:read',
  summary: 'Search conversations by number, subject, contact and operators, newest first, with highlights',
  tag,
  query: pageQuery,
  response: searchPage(FoundConversation),
})

export const findMessages = endpoint({
  method: 'GET',
  path: '/api/v1/search/messages',
  access: 'messages:read',
  summary: 'Search messages by text, files and operators, newest first, with highlighted snippets',
  tag,
  query: pageQuery,
  response: searchPage(FoundMessage),
})

/** The search endpoint of old clients (docs/spec/wire.md#search). It also returns only what the caller can see. */
export const ConversationHit = z.object({
  created_at: instant,
  uuid: z.uuid(),
  reference_number: z.string(),
  subject: z.string().nullable(),
})
export const searchConversations = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/search',
  access: 'conversations:read',
  summary: 'Find conversations (3 bytes or more)',
  tag,
  query: z.object({ query: searchText }),
  response: z.array(ConversationHit),
})

export const MessageHit = z.object({
  created_at: instant,
  uuid: z.uuid(),
  text_content: z.string(),
  conversation_created_at: instant,
  conversation_uuid: z.uuid(),
  conversation_reference_number: z.string(),
})
export const searchMessages = endpoint({
  method: 'GET',
  path: '/api/v1/messages/search',
  access: 'messages:read',
  summary: 'Find messages, at most 30 (3 bytes or more)',
  tag,
  query: z.object({ query: searchText }),
  response: z.array(MessageHit),
})
