import { z } from 'zod'
import { MacroAction } from '../macros/macros.ts'
import { endpoint } from '../shared/endpoint.ts'
import { acknowledgement, addedKey, id, instant, nonEmptyLine, numberFromString } from '../shared/fields.ts'

/** How many drafts an agent can have at a time. */
export const maxDrafts = 500
/** How much space they can take together, as stored. */
export const maxDraftBytes = 100 * 1024 ** 2
/** The same for older versions; the oldest make room for new ones. */
export const maxDraftVersionBytes = 50 * 1024 ** 2
/** How long sent and discarded drafts, and older versions, can be restored. */
export const draftRetentionDays = 30

const uuidPattern = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
/**
 * Identifies one of an agent's drafts: `reply.{conversation uuid}`, `note.{conversation uuid}`, another mode in that form, or `new` (or
 * `new.{uuid}`) for a conversation that doesn't exist yet.
 */
export const draftKey = z
  .string()
  .regex(
    new RegExp(`^(?:new(?:\\.${uuidPattern})?|[a-z][a-z0-9-]{0,59}\\.${uuidPattern})$`),
    'Use reply.{conversation uuid}, note.{conversation uuid} or new',
  )

/** The parts of a draft's key. `conversation_uuid` is null for a new conversation. */
export function parseDraftKey(key: string): { mode: string; conversation_uuid: string | null } {
  const [mode = '', uuid = null] = key.split('.')
  return { mode, conversation_uuid: mode === 'new' ? null : uuid }
}

export const DraftFile = z.object({
  id,
  uuid: z.uuid(),
  filename: z.string().max(1000),
  size: z.int(),
  content_type: z.string().max(300),
})

/** An unsent message with everything that belongs to it. */
export const DraftContent = z.object({
  html: z.string().max(1_000_000).default(''),
  /** Attachments. Inline images are in the text; the uploads of both are kept while the draft refers to them. */
  files: z.array(DraftFile).max(200).default([]),
  /** Recipients of a reply, or the form of a new conversation. Absent fields have their defaults. */
  fields: z
    .record(z.string().max(60), z.union([z.string().max(2000), z.array(z.string().max(1000)).max(200)]))
    .refine((fields) => Object.keys(fields).length <= 30, 'A draft can have at most 30 fields')
    .default({}),
  /** Macros to apply when it is sent. */
  macros: z
    .array(
      z.object({
        id,
        name: nonEmptyLine(140),
        actions: z.array(MacroAction).max(20),
        /** Identifies this use of the macro, so that it is applied once. */
        key: z.string().max(100),
      }),
    )
    .max(50)
    .default([]),
  /** The last attempt to send it: the idempotency key, and a fingerprint of what was sent with it. */
  attempt: z
    .object({ key: z.string().max(200), print: z.string().max(200) })
    .nullable()
    .default(null),
})
export type DraftContent = z.output<typeof DraftContent>

const draftFields = {
  key: draftKey,
  conversation_uuid: z.uuid().nullable(),
  /** Increases with every change. 0 if there has never been one. */
  revision: z.int().nonnegative(),
}

export const Draft = z.object({
  ...draftFields,
  updated_at: instant.nullable(),
  /** The tab that saved it, as it named itself. */
  client_id: z.string(),
  /** Null once it was sent or discarded, and before it was first saved. */
  content: DraftContent.nullable(),
  /** Whether it was sent. */
  sent: z.boolean(),
  /** The idempotency key with which it was sent, if that was given. */
  sent_attempt: z.string().nullable(),
})
export type Draft = z.output<typeof Draft>

export const DraftSummary = z.object({
  ...draftFields,
  /** Where its conversation continues, if that was merged into another one. It can't be sent there under its own key. */
  merged_into_uuid: addedKey(z.uuid().nullable(), null),
  updated_at: instant,
  /** The beginning of its text, or the names of its files. */
  excerpt: z.string(),
  file_count: z.int(),
  /** Of a new conversation. */
  contact_email: z.string().nullable(),
  subject: z.string().nullable(),
})
export type DraftSummary = z.output<typeof DraftSummary>

export const DraftVersion = z.object({ id, saved_at: instant, content: DraftContent })
export type DraftVersion = z.output<typeof DraftVersion>

/** The draft that a message was written as. Sending deletes it in the same transaction. */
export const SentDraft = z.object({
  key: draftKey,
  /**
   * The revision that was sent. Sending is refused (409) if the draft was already sent since. Null if it is unknown, such as after working
   * offline: then nothing is refused.
   */
  revision: z.int().nonnegative().nullable(),
  /** The idempotency key of the request, so that a client whose answer got lost recognises its own attempt. */
  attempt: z.string().max(200).nullish(),
})
export type SentDraft = z.output<typeof SentDraft>

const tag = 'drafts'
const draftParams = z.object({ key: draftKey })
export const listDrafts = endpoint({
  method: 'GET',
  path: '/api/v1/drafts',
  access: 'agent',
  summary: 'Your drafts, newest first. Nobody else can read them',
  tag,
  response: z.array(DraftSummary),
})
export const getDraft = endpoint({
  method: 'GET',
  path: '/api/v1/drafts/:key',
  access: 'agent',
  summary: 'One of your drafts; without content if there is none',
  tag,
  params: draftParams,
  response: Draft,
})
export const saveDraft = endpoint({
  method: 'PUT',
  path: '/api/v1/drafts/:key',
  counts_as_write: false,
  access: 'agent',
  summary:
    'Save one of your drafts. Refused (409, with the current draft in `data`) if it has changed since `base_revision`. Saving an empty draft deletes it',
  tag,
  other_error_statuses: [409],
  params: draftParams,
  body: z.object({
    /** The revision that the content is based on; 0 for a new draft. */
    base_revision: z.int().nonnegative(),
    /** Identifies the browser tab, so that it can tell its own changes in live updates from those of others. */
    client_id: z.string().max(64).default(''),
    /** Keeps the replaced content as an older version. */
    keep_replaced: z.boolean().default(false),
    content: DraftContent,
  }),
  response: Draft,
})
export const deleteDraft = endpoint({
  method: 'DELETE',
  path: '/api/v1/drafts/:key',
  counts_as_write: false,
  access: 'agent',
  summary: 'Discard one of your drafts. Its content is kept as an older version for 30 days',
  tag,
  other_error_statuses: [409],
  params: draftParams,
  query: z.object({
    /** Refused (409) if it has changed since. */
    base_revision: numberFromString(z.int().nonnegative()).optional(),
  }),
  response: Draft,
})
export const listDraftVersions = endpoint({
  method: 'GET',
  path: '/api/v1/drafts/:key/versions',
  access: 'agent',
  summary: 'Older versions of one of your drafts, newest first. They are kept for 30 days',
  tag,
  params: draftParams,
  response: z.array(DraftVersion),
})
export const keepDraftVersion = endpoint({
  method: 'POST',
  path: '/api/v1/drafts/:key/versions',
  access: 'agent',
  summary: 'Keep a text as an older version of one of your drafts, such as one that lost a conflict',
  tag,
  params: draftParams,
  body: z.object({ content: DraftContent }),
  response: acknowledgement,
})
