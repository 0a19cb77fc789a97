import { standaloneHtml } from '@parley/mail/compose/forwarded-messages'
import { escapeHtml } from '@parley/mail/html/escape-html'
import { htmlToText } from '@parley/mail/html/html-to-text'
import type { Transcript, TranscriptEntry } from './read-transcript.ts'

const kindLabels = { email: '', note: 'Private note', side_thread: 'Side thread' }

const titleOf = ({ reference_number, subject }: Transcript) => `#${reference_number} ${subject}`.trim()

const zoneLine = ({ time_zone }: Transcript) => `Times in ${time_zone}`

const detailsOf = (entry: TranscriptEntry) => [
  ...(entry.to.length > 0 ? [`To: ${entry.to.join(', ')}`] : []),
  ...(entry.cc.length > 0 ? [`Cc: ${entry.cc.join(', ')}`] : []),
  ...(entry.files.length > 0 ? [`Attachments: ${entry.files.join(', ')}`] : []),
]

const labelsOf = ({ kind, failed }: TranscriptEntry) =>
  [kindLabels[kind], failed ? 'Not delivered' : ''].filter(Boolean).map((label) => `[${label}]`)

export function renderTextTranscript(transcript: Transcript): string {
  const blocks = transcript.entries.map((entry) => {
    const head = [entry.author, transcript.formatDate(entry.created_at), ...labelsOf(entry)].join(' · ')
    return [head, ...detailsOf(entry), '', htmlToText(standaloneHtml(entry)).trim()].join('\n')
  })
  return `${[`${titleOf(transcript)}\n${zoneLine(transcript)}`, ...blocks].join(`\n\n${'-'.repeat(72)}\n\n`)}\n`
}

/**
 * A page without scripts. `with_images`: images of the messages are shown where the page can load them; remote ones
 * stay blocked, as in the messages.
 */
export function renderHtmlTranscript(
  transcript: Transcript,
  { with_images }: { with_images: boolean },
): string {
  const articles = transcript.entries.map((entry) => {
    const html = standaloneHtml(entry)
    const content = with_images ? html : html.replace(/<img\b[^>]*>/gi, '')
    const head = [
      `<b dir="auto">${escapeHtml(entry.author)}</b>`,
      `<time datetime="${entry.created_at.toISOString()}">${escapeHtml(transcript.formatDate(entry.created_at))}</time>`,
      ...labelsOf(entry).map((label) => `<i>${escapeHtml(label)}</i>`),
    ].join(' · ')
    const details = detailsOf(entry).map((line) => `<p class="details">${escapeHtml(line)}</p>`)
    return `<article class="${entry.kind}"><header>${head}${details.join('')}</header><div class="content" dir="auto">${content}</div></article>`
  })
  const title = escapeHtml(titleOf(transcript))
  return `<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${styles}</style></head><body><h1 dir="auto">${title}</h1><p class="details">${escapeHtml(zoneLine(transcript))}</p>${articles.join('')}</body></html>`
}

const styles = `
  body { font: 14px/1.5 system-ui, sans-serif; color: #1c1d21; background: #fff; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
  h1 { font-size: 1.25rem; margin-bottom: 0.25rem; }
  h1 + .details { margin-bottom: 0.9rem; }
  article { border-top: 1px solid #d8d9de; padding: 0.9rem 0; }
  header { color: #55575f; font-size: 12px; break-after: avoid; }
  header b { color: #1c1d21; font-size: 14px; }
  .details { margin: 0; color: #55575f; font-size: 12px; overflow-wrap: anywhere; }
  .content { margin-top: 0.5rem; overflow-wrap: anywhere; }
  .content img { max-width: 100%; height: auto; }
  .content table { max-width: 100%; }
  .note, .side_thread { border-left: 3px solid #c9a227; padding-left: 0.75rem; }
  .side_thread { border-left-color: #2b8a92; }
  @media print { body { margin: 0; max-width: none; padding: 0; font-size: 11pt; } }
`
