import { getTranscript } from '@parley/contract/messages/transcripts'
import { create as createDisposition } from 'content-disposition'
import type { Routes } from '../../../http/route.ts'
import { readTranscript } from './read-transcript.ts'
import { renderHtmlTranscript, renderTextTranscript } from './render-transcript.ts'

/** Nothing in the page runs or loads anything from elsewhere. Modals: the print dialog. */
const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox allow-same-origin allow-modals"

export function transcriptRoutes(routes: Routes): void {
  routes.read(getTranscript, async (db, { actor, params, query, reply }) => {
    const { format = 'text', inline, notes, side_threads } = query
    const transcript = await readTranscript(db, actor, params.uuid, {
      notes: notes === 'true',
      side_threads: side_threads === 'true',
    })
    const isPage = format === 'html'
    const isInline = inline === 'true'
    const name = `conversation-${transcript.reference_number}.${isPage ? 'html' : 'txt'}`
    reply
      .header('content-type', `${isPage ? 'text/html' : 'text/plain'}; charset=utf-8`)
      .header('content-disposition', createDisposition(name, { type: isInline ? 'inline' : 'attachment' }))
      .header('content-security-policy', pagePolicy)
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'no-store')
      .send(
        isPage
          ? renderHtmlTranscript(transcript, { with_images: isInline })
          : renderTextTranscript(transcript),
      )
    return true as const
  })
}
