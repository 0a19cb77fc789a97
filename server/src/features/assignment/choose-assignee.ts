import type { Explanation } from '@parley/contract/conversations/explanation'

export type AssignmentExplanation = Extract<Explanation, { by: 'assignment' }>
export type Method = AssignmentExplanation['method']
export type PassedOver = NonNullable<AssignmentExplanation['members'][number]['passed_over']>

/** A member's current state; `turn` increases with every assignment in the team and is 0 before the first. */
export type Member = {
  agent_id: number
  agent: string
  load: number
  turn: number
  /** Why nothing can be assigned to this member now. */
  unavailable: PassedOver | null
}

type ConsideredMember = AssignmentExplanation['members'][number]

/** The maximum number of members in an explanation. */
const maxListed = 30

/**
 * Chooses the next assignee and explains the decision for each member, in that order. Round robin takes the member whose turn it is. Least
 * busy takes the one with the fewest active conversations, and among equals the one who has waited longest. `max` is the team's limit of
 * active conversations, 0 for none. `excluded_agent_id` was manually unassigned from this conversation and does not get it back.
 */
export function chooseAssignee(
  members: readonly Member[],
  { method, max, excluded_agent_id }: { method: Method; max: number; excluded_agent_id: number | null },
): { chosen: Member | null; considered: ConsideredMember[] } {
  const inOrder = members.toSorted(
    (a, b) => (method === 'Least busy' ? a.load - b.load : 0) || a.turn - b.turn || a.agent_id - b.agent_id,
  )
  const refusal = (member: Member): PassedOver | null =>
    member.unavailable ??
    (max > 0 && member.load >= max ? 'full' : member.agent_id === excluded_agent_id ? 'taken_off' : null)
  const chosen = inOrder.find((member) => refusal(member) === null) ?? null
  const considered = inOrder.map((member) => ({
    agent_id: member.agent_id,
    agent: member.agent,
    load: member.load,
    passed_over:
      member === chosen ? null : (refusal(member) ?? (chosen && reasonNotChosen(chosen, member, method))),
  }))
  return { chosen, considered: shorten(considered) }
}

const reasonNotChosen = (chosen: Member, member: Member, method: Method): PassedOver =>
  method === 'Least busy' && member.load > chosen.load ? 'busier' : 'chosen_before'

/** The chosen member is always included. */
function shorten(considered: ConsideredMember[]): ConsideredMember[] {
  const named = considered.slice(0, maxListed)
  const chosen = considered.find(({ passed_over }) => passed_over === null)
  return !chosen || named.includes(chosen) ? named : [...named.slice(1), chosen]
}
