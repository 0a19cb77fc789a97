/** An event that may say what an agent thinks of a conversation. */
export type VerdictEvent = {
  type: string
  /** The transaction: identifies the action for undo. */
  action: string
  by_agent: boolean
  /** The action that it undoes. */
  undoes: string | null
  was_spam: boolean
}

export type Verdict = 'spam' | 'not_spam'

export const verdictEvents = [
  'conversation.marked_spam',
  'conversation.marked_not_spam',
  'conversation.not_spam_taken_back',
  'conversation.restored',
  'conversation.trashed',
] as const

/**
 * What the agents' latest decision was, given all of a conversation's events, oldest first. Undone decisions don't count, and undoing
 * an undo makes them count again. Restoring something from spam without saying more leaves it undecided.
 */
export function verdictOf(events: readonly VerdictEvent[]): Verdict | null {
  const undone = new Set<string>()
  for (const event of events.toReversed()) {
    if (!event.by_agent || undone.has(event.action)) continue
    if (event.undoes !== null) undone.add(event.undoes)
    else if (event.type === 'conversation.marked_spam') return 'spam'
    else if (event.type === 'conversation.marked_not_spam') return 'not_spam'
    else if (event.type === 'conversation.restored' && event.was_spam) return null
  }
  return null
}
