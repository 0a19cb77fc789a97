import type { Log } from './log.ts'

/**
 * Keeps the process alive when a library throws outside our calls or leaves a rejection unhandled: losing one job or connection is
 * better than losing the whole helpdesk. Logs the error with its stack and counts it. Call it once everything has started: an
 * earlier error still ends the process.
 */
export function surviveUnexpectedErrors(log: Log, count: () => void): () => void {
  const logAndCount = (kind: string) => (error: unknown) => {
    count()
    log.error({ err: error instanceof Error ? error : new Error(String(error)) }, kind)
  }
  const onRejection = logAndCount('unhandled rejection')
  const onException = logAndCount('uncaught exception')
  // No one reads the output any more, and logging that would fail as well.
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
