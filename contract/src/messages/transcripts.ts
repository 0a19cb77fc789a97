import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { acknowledgement, uuidParams } from '../shared/fields.ts'

export const transcriptFormats = ['text', 'html'] as const
export type TranscriptFormat = (typeof transcriptFormats)[number]

const flag = z.enum(['true', 'false']).optional()

/** Returns a file without an envelope: a plain text, or a page that contains everything it shows and runs nothing. */
export const getTranscript = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/:uuid/transcript',
  access: 'messages:read',
  summary:
    'The emails of a conversation as one text or printable page, oldest first. Notes and side threads are included only on request',
  tag: 'messages',
  params: uuidParams,
  query: z.object({
    format: z.enum(transcriptFormats).default('text'),
    notes: flag,
    side_threads: flag,
    /** Shown in the browser, for printing, instead of being saved as a file. */
    inline: flag,
  }),
  response: acknowledgement,
  raw_media_type: 'text/plain',
})
