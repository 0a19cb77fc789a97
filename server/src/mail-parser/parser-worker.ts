import { parentPort } from 'node:worker_threads'
import { MailRefusedError } from '@parley/mail/types'
import { type IncomingMail, type ReadMailOptions, readIncomingMail } from './read-incoming-mail.ts'

export type ReadJob = { raw: Uint8Array; options: ReadMailOptions }
export type ReadResult = { ok: true; mail: IncomingMail } | { ok: false; reason: string }

parentPort?.on('message', async (job: ReadJob) => {
  const result = await readSafely(job)
  if (!result.ok) return parentPort?.postMessage(result)
  // Small Buffers share a pool, which cannot be transferred: each part gets its own buffer.
  const parts = result.mail.parts.map((part) => ({ ...part, content: new Uint8Array(part.content) }))
  const buffers = parts.map(({ content }) => content.buffer)
  parentPort?.postMessage({ ...result, mail: { ...result.mail, parts } }, buffers)
})

async function readSafely({ raw, options }: ReadJob): Promise<ReadResult> {
  try {
    return { ok: true, mail: await readIncomingMail(raw, options) }
  } catch (error) {
    if (error instanceof MailRefusedError) return { ok: false, reason: error.message }
    const description = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    return { ok: false, reason: `The email couldn’t be read (${description.slice(0, 300)})` }
  }
}
