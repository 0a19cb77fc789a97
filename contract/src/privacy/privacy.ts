import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { acknowledgement, id, idParams, instant } from '../shared/fields.ts'

/** What an erasure counts, in the order of its report. Numbers only: a report says nothing about the person. */
export const erasureKinds = [
  'conversations_deleted',
  'conversations_changed',
  'messages_deleted',
  'messages_emptied',
  'messages_redacted',
  'files',
  'raw_emails',
  'tombstones',
  'contact_notes',
  'drafts',
  'webhook_deliveries',
  'events',
  'survey_comments',
  'spam_lessons',
  'exports',
] as const
export type ErasureKind = (typeof erasureKinds)[number]

/** Configuration that can name a person. It is not changed, because it is part of how a workspace works. */
export const mentionKinds = [
  'automation_rule',
  'macro',
  'view',
  'template',
  'inbox',
  'agent',
  'team',
  'role',
  'tag',
  'status',
  'business_hours',
  'sla_policy',
  'custom_attribute',
  'ai_prompt',
  'webhook',
  'retention_rule',
] as const
export type MentionKind = (typeof mentionKinds)[number]

const counts = z.partialRecord(z.enum(erasureKinds), z.int())

/** What the list for restored backups has of each erasure. */
const ListedErasure = z.object({
  id,
  requested_at: instant,
  /** The administrator's name at that time. */
  requested_by: z.string(),
  /** `removing_files`: nothing shows the person any more; files are removed an hour later, in case the same bytes are being stored again. */
  state: z.enum(['running', 'removing_files', 'done']),
  finished_at: instant.nullable(),
  /** Keyed hashes of the person's addresses, in hex. They can be compared with an address, but not read back. */
  address_hashes: z.array(z.string()),
  counts,
})
export type ListedErasure = z.infer<typeof ListedErasure>

export const Erasure = ListedErasure.extend({
  /** Where the person was named and still may be; what was deleted since is left out. */
  mentions: z.array(
    z.object({
      kind: z.enum(mentionKinds),
      id,
      name: z.string(),
      /** Changed since the erasure looked at it. */
      edited: z.boolean(),
    }),
  ),
  /** Backups recorded here that were made before the erasure ended and still exist. */
  backups: z.object({
    count: z.int(),
    /** When the last of them is expected to be removed; null if one of them has to be removed by hand. */
    until: instant.nullable(),
  }),
})
export type Erasure = z.infer<typeof Erasure>

export const ErasurePreview = z.object({
  /** Why the contact can't be erased now, or null. */
  refusal: z.string().nullable(),
  /** What to type to confirm: the contact's address, or the name of one without. */
  confirmation: z.string(),
  addresses: z.array(z.string()),
  /**
   * The same as in the report afterwards, as far as it can be counted quickly: without what only a search through all messages finds, such
   * as conversations in which the person is only mentioned.
   */
  counts,
})
export type ErasurePreview = z.infer<typeof ErasurePreview>

/** Why the typed text doesn't confirm the erasure, or null. Case and spaces around it don't matter. */
export const confirmationRefusal = (typed: string, confirmation: string): string | null =>
  typed.trim().toLowerCase() === confirmation.trim().toLowerCase()
    ? null
    : `Type “${confirmation}” to confirm that you want to erase this contact`

/** The list that a restored backup needs to erase again what was erased after it was made. */
export const ErasureList = z.object({
  format: z.literal('parley erasures 1'),
  exported_at: instant,
  erasures: z.array(ListedErasure),
})
export type ErasureList = z.infer<typeof ErasureList>

export const exportStates = ['running', 'ready', 'failed', 'expired'] as const

export const ContactExport = z.object({
  id,
  requested_at: instant,
  requested_by_id: id,
  requested_by: z.string(),
  contact_id: id,
  /** Name and address. */
  contact: z.string(),
  state: z.enum(exportStates),
  /** In bytes; null until it is ready. */
  size: z.int().nullable(),
  finished_at: instant.nullable(),
  /** Until then the file can be downloaded by its requester. */
  expires_at: instant.nullable(),
  failure: z.string().nullable(),
})
export type ContactExport = z.infer<typeof ContactExport>

/** How long an export can be downloaded. */
export const exportDays = 7

const tag = 'privacy'
const access = 'data:manage'

export const previewErasure = endpoint({
  method: 'GET',
  path: '/api/v1/contacts/:id/erasure',
  access,
  summary: 'Preview what erasing a contact would remove',
  tag,
  params: idParams,
  response: ErasurePreview,
})
export const eraseContact = endpoint({
  method: 'POST',
  path: '/api/v1/contacts/:id/erasure',
  access,
  api_keys: 'never',
  summary: 'Erase a contact and everything about the person; cannot be undone',
  tag,
  params: idParams,
  body: z.object({
    /** The text that the preview returns as `confirmation`. */
    confirmation: z.string().max(400),
  }),
  response: Erasure,
  other_error_statuses: [409],
})
export const listErasures = endpoint({
  method: 'GET',
  path: '/api/v1/privacy/erasures',
  access,
  summary: 'List erasures with their reports, newest first, at most 1,000',
  tag,
  response: z.array(Erasure),
})
/** Returns a file download without an envelope. */
export const downloadErasureReport = endpoint({
  method: 'GET',
  path: '/api/v1/privacy/erasures/:id/report',
  access,
  summary: 'Download the report of an erasure as text',
  tag,
  params: idParams,
  response: acknowledgement,
  raw_media_type: 'text/plain',
})
/** Returns a file download without an envelope. */
export const downloadErasureList = endpoint({
  method: 'GET',
  path: '/api/v1/privacy/erasure-list',
  access,
  summary: 'Download all erasures as JSON, to apply them to a restored backup',
  tag,
  response: acknowledgement,
  raw_media_type: 'application/octet-stream',
})
export const exportContact = endpoint({
  method: 'POST',
  path: '/api/v1/contacts/:id/export',
  access,
  api_keys: 'never',
  summary: 'Start to export everything about a contact as a zip file',
  tag,
  params: idParams,
  response: ContactExport,
})
export const listContactExports = endpoint({
  method: 'GET',
  path: '/api/v1/privacy/exports',
  access,
  summary: 'List exports of contacts, newest first, at most 200',
  tag,
  response: z.array(ContactExport),
})
/** Returns a file download without an envelope. */
export const downloadContactExport = endpoint({
  method: 'GET',
  path: '/api/v1/privacy/exports/:id/file',
  access,
  api_keys: 'never',
  summary: 'Download an export that you requested, within seven days',
  tag,
  params: idParams,
  response: acknowledgement,
  raw_media_type: 'application/zip',
  other_error_statuses: [409],
})
