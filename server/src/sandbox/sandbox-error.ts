/**
 * Why a task has no result. Caused by the input: `rejected` by the task, over the `memory` or `time` limit, or it
 * `crashed` the process. Not caused by the input: `busy`, `stopping`, `unavailable` (the process could not start or
 * was killed from outside), `error`.
 */
export type SandboxErrorReason =
  | 'rejected'
  | 'memory'
  | 'time'
  | 'crashed'
  | 'busy'
  | 'stopping'
  | 'unavailable'
  | 'error'

const finalReasons: readonly SandboxErrorReason[] = ['rejected', 'memory', 'time', 'crashed']

export class SandboxError extends Error {
  override name = 'SandboxError'
  readonly reason: SandboxErrorReason

  constructor(reason: SandboxErrorReason, message: string) {
    super(message)
    this.reason = reason
  }

  /** The same input would fail again. */
  get isFinal(): boolean {
    return finalReasons.includes(this.reason)
  }
}
