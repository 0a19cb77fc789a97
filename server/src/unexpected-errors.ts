import type { Log } from './log.ts'

/**
 * Keeps the process alive when a library throws outside of every call of ours, or forgets a rejection. A helpdesk that answers with one job or
 * one connection less beats one that is gone; what broke is logged with its stack and counted. To be called once everything has started: an
 * error before that still ends the process.
 */
export function surviveUnexpectedErrors(log: Log, count: () => void): () => void {
  const logAndCount = (kind: string) => (error: unknown) => {
    count()
    log.error({ err: error instanceof Error ? error : new Error(String(error)) }, kind)
  }
  const onRejection = logAndCount('unhandled rejection')
  const onException = logAndCount('uncaught exception')
  // Nobody reads any more what is printed. Saying so would be printing.
  const ignore = () => {}
  process.on('unhandledRejection', onRejection)
  process.on('uncaughtException', onException)
  process.stdout.on('error', ignore)
  process.stderr.on('error', ignore)
  return () => {
    process.off('unhandledRejection', onRejection)
    process.off('uncaughtException', onException)
    process.stdout.off('error', ignore)
    process.stderr.off('error', ignore)
  }
}
