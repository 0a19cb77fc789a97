import { parentPort } from 'node:worker_threads'
import { MailRefused } from '@parley/mail/types'
import { type ReadMail, type ReadOptions, readMail } from './read-mail.ts'

export type ReadJob = { raw: Uint8Array; options: ReadOptions }
export type ReadResult = { ok: true; mail: ReadMail } | { ok: false; reason: string }

parentPort?.on('message', async (job: ReadJob) => {
  const result = await read(job)
  const buffers = result.ok ? result.mail.parts.map(({ content }) => content.buffer as ArrayBuffer) : [] // made by slice()
  parentPort?.postMessage(result, buffers)
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
