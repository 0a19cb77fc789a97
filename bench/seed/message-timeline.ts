import type { ConversationPlan } from './conversation-plan.ts'

/** Message number `index` of a conversation. */
export type Turn = { plan: ConversationPlan; index: number }

/**
 * Yields the messages of all conversations in the order in which they were written. In production the messages of one conversation are
 * scattered among others. Loaded one conversation after the other they would be adjacent on disk, and reading them would look too cheap.
 */
export function createTimeline(): { add(plan: ConversationPlan): void; next(before: number): Turn | null } {
  const heap: Turn[] = []
  const time = (n: number) => {
    const turn = heap[n]
    return turn?.plan.messages[turn.index]?.at ?? Number.POSITIVE_INFINITY
  }
  const swap = (a: number, b: number) => {
    const [first, second] = [heap[a], heap[b]]
    if (first && second) [heap[a], heap[b]] = [second, first]
  }
  const rise = (n: number) => {
    for (let at = n; at > 0 && time(at) < time((at - 1) >> 1); at = (at - 1) >> 1) swap(at, (at - 1) >> 1)
  }
  const sink = () => {
    for (let at = 0; ; ) {
      const left = 2 * at + 1
      const least = time(left + 1) < time(left) ? left + 1 : left
      if (time(least) >= time(at)) return
      swap(at, least)
      at = least
    }
  }
  const push = (turn: Turn) => {
    heap.push(turn)
    rise(heap.length - 1)
  }
  return {
    add: (plan) => push({ plan, index: 0 }),
    next(before) {
      if (time(0) >= before) return null
      const [turn] = heap
      const last = heap.pop()
      if (!turn || !last) return null
      if (last !== turn) {
        heap[0] = last
        sink()
      }
      if (turn.index + 1 < turn.plan.messages.length) push({ plan: turn.plan, index: turn.index + 1 })
      return turn
    },
  }
}
