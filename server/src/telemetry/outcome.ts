import { channel } from 'node:diagnostics_channel'

/** A result that metrics count. Values are few and fixed: no ids, addresses or texts. */
export type Outcome =
  /** `count` events were committed. */
  | { kind: 'events_recorded'; count: number }
  /** An email is in the ledger. */
  | { kind: 'mail_received'; source: string }
  /** The SMTP receiver refused an email for good, or asked its sender to try again later. */
  | { kind: 'mail_not_accepted'; result: 'refused' | 'deferred' }
  /** `result` is the new state in the ledger. */
  | { kind: 'mail_processed'; source: string; result: string }
  | { kind: 'mail_send_attempt'; mail: 'reply' | 'notification'; result: 'sent' | 'retried' | 'failed' }
  | { kind: 'webhook_attempt'; result: 'delivered' | 'retried' | 'failed' }
  | { kind: 'socket_frame_sent' }
  /** A read that may be answered by the replica: it was, the replica was too old or unreachable, or it failed and was repeated. */
  | { kind: 'replica_read'; result: 'replica' | 'primary' | 'repeated' }

const outcomes = channel('parley.outcome')

/** Counts a result, where it becomes known; in a transaction, after its commit (`tx.afterCommit`). */
export const countOutcome = (outcome: Outcome): void => outcomes.publish(outcome)

/** Calls back for each result, until the returned function is called. */
export function subscribeToOutcomes(onOutcome: (outcome: Outcome) => void): () => void {
  const listener = (outcome: unknown) => onOutcome(outcome as Outcome) // only this file publishes on the channel
  outcomes.subscribe(listener)
  return () => outcomes.unsubscribe(listener)
}
