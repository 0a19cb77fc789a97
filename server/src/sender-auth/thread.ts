import { parentPort } from 'node:worker_threads'
import { checkMail, type MailToCheck } from './check-mail.ts'
import type { SenderChecks } from './checks.ts'
import type { ResolveDns } from './dns-resolver.ts'

export type ToThread =
  | { kind: 'check'; id: number; mail: MailToCheck; dns_ms: number }
  | { kind: 'answer'; id: number; records: string[] | string[][] }
  | { kind: 'no_answer'; id: number; code: string }
export type FromThread =
  | { kind: 'checked'; id: number; checks: SenderChecks }
  | { kind: 'failed'; id: number; reason: string }
  | { kind: 'question'; id: number; name: string; type: string }

type Waiting = { resolve(records: string[] | string[][]): void; reject(error: Error): void }
const waiting = new Map<number, Waiting>()
let asked = 0

const say = (message: FromThread) => parentPort?.postMessage(message)

parentPort?.on('message', (message: ToThread) => {
  if (message.kind === 'check') return void check(message)
  const one = waiting.get(message.id)
  waiting.delete(message.id)
  if (message.kind === 'answer') one?.resolve(message.records)
  else one?.reject(dnsError(message.code))
})

async function check({ id, mail, dns_ms }: Extract<ToThread, { kind: 'check' }>): Promise<void> {
  try {
    say({ kind: 'checked', id, checks: await checkMail(mail, askUntil(performance.now() + dns_ms)) })
  } catch (error) {
    say({ kind: 'failed', id, reason: error instanceof Error ? error.message : String(error) })
  }
}

/** Asks the main thread, which has the DNS client and its cache. All questions about one mail share one deadline. */
const askUntil =
  (deadline: number): ResolveDns =>
  (name, type) =>
    new Promise((resolve, reject) => {
      const left = deadline - performance.now()
      if (left <= 0) return reject(dnsError('ETIMEOUT'))
      asked += 1
      const id = asked
      const timer = setTimeout(() => {
        waiting.delete(id)
        reject(dnsError('ETIMEOUT'))
      }, left)
      waiting.set(id, {
        resolve(records) {
          clearTimeout(timer)
          resolve(records)
        },
        reject(error) {
          clearTimeout(timer)
          reject(error)
        },
      })
      say({ kind: 'question', id, name, type })
    })

const dnsError = (code: string) => Object.assign(new Error(`DNS: ${code}`), { code })
