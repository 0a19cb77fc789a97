import { parentPort } from 'node:worker_threads'
import { MailRefused } from '@parley/mail/types'
import { type ReadMail, type ReadOptions, readMail } from './read-mail.ts'

export type ReadJob = { raw: Uint8Array; options: ReadOptions }
export type ReadResult = { ok: true; mail: ReadMail } | { ok: false; reason: string }

parentPort?.on('message', async (job: ReadJob) => {
  const result = await read(job)
  if (!result.ok) return parentPort?.postMessage(result)
  // Small Buffers share one pool, which cannot be handed over: each part gets a buffer of its own.
  const parts = result.mail.parts.map((part) => ({ ...part, content: new Uint8Array(part.content) }))
  const buffers = parts.map(({ content }) => content.buffer)
  parentPort?.postMessage({ ...result, mail: { ...result.mail, parts } }, buffers)
})

async function read({ raw, options }: ReadJob): Promise<ReadResult> {
  try {
    return { ok: true, mail: await readMail(raw, options) }
  } catch (error) {
    if (error instanceof MailRefused) return { ok: false, reason: error.message }
    const words = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    return { ok: false, reason: `The mail could not be read (${words.slice(0, 300)})` }
  }
}
