import { parentPort } from 'node:worker_threads'
import { checkMail, type MailToCheck } from './check-mail.ts'
import type { ResolveDns } from './dns-resolver.ts'
import type { SenderChecks } from './sender-checks.ts'

export type ToWorker =
  | { kind: 'check'; id: number; mail: MailToCheck; dns_ms: number }
  | { kind: 'answer'; id: number; records: string[] | string[][] }
  | { kind: 'no_answer'; id: number; code: string }
export type FromWorker =
  | { kind: 'checked'; id: number; checks: SenderChecks }
  | { kind: 'failed'; id: number; reason: string }
  | { kind: 'question'; id: number; name: string; type: string }

type PendingQuestion = { resolve(records: string[] | string[][]): void; reject(error: Error): void }
const pendingQuestions = new Map<number, PendingQuestion>()
let lastQuestionId = 0

const post = (message: FromWorker) => parentPort?.postMessage(message)

parentPort?.on('message', (message: ToWorker) => {
  if (message.kind === 'check') return void check(message)
  const pending = pendingQuestions.get(message.id)
  pendingQuestions.delete(message.id)
  if (message.kind === 'answer') pending?.resolve(message.records)
  else pending?.reject(dnsError(message.code))
})

async function check({ id, mail, dns_ms }: Extract<ToWorker, { kind: 'check' }>): Promise<void> {
  try {
    post({
      kind: 'checked',
      id,
      checks: await checkMail(mail, resolverWithDeadline(performance.now() + dns_ms)),
    })
  } catch (error) {
    post({ kind: 'failed', id, reason: error instanceof Error ? error.message : String(error) })
  }
}

/**
 * Resolves DNS through the main thread, which has the DNS client and its cache. All queries for one mail share one
 * deadline.
 */
const resolverWithDeadline =
  (deadline: number): ResolveDns =>
  (name, type) =>
    new Promise((resolve, reject) => {
      const remainingMs = deadline - performance.now()
      if (remainingMs <= 0) return reject(dnsError('ETIMEOUT'))
      lastQuestionId += 1
      const id = lastQuestionId
      const timer = setTimeout(() => {
        pendingQuestions.delete(id)
        reject(dnsError('ETIMEOUT'))
      }, remainingMs)
      pendingQuestions.set(id, {
        resolve(records) {
          clearTimeout(timer)
          resolve(records)
        },
        reject(error) {
          clearTimeout(timer)
          reject(error)
        },
      })
      post({ kind: 'question', id, name, type })
    })

const dnsError = (code: string) => Object.assign(new Error(`DNS: ${code}`), { code })
