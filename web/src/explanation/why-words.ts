import type { Explanation } from '@parley/contract/explanation'
import type { TFunction } from 'i18next'

type Of<By extends Explanation['by']> = Extract<Explanation, { by: By }>
type Assignment = Of<'assignment'>
type Member = Assignment['members'][number]

/** The reason in one sentence. Names are as they were when it happened. */
export function whyWords(why: Explanation, t: TFunction): string {
  switch (why.by) {
    case 'rule':
      return t('why.rule', { rule: why.rule })
    case 'assignment':
      return assignmentWords(why, t)
    case 'sla':
      return t(`why.sla.${why.reason}${why.policy === null ? '.none' : ''}`, { policy: why.policy ?? '' })
    case 'csat':
      return t('why.csat', { inbox: why.inbox })
  }
}

function assignmentWords({ method, team, members }: Assignment, t: TFunction): string {
  const agent = chosenOf(members)?.agent
  if (agent === undefined) return t('why.assignment.nobody', { team })
  return method === 'Round robin'
    ? t('why.assignment.round_robin', { agent, team })
    : t('why.assignment.least_busy', { agent, team })
}

/** The first who was not passed over. */
export const chosenOf = (members: readonly Member[]): Member | undefined =>
  members.find(({ passed_over }) => passed_over === null)

/** What came of looking at a member: "chosen", "offline". */
export function memberWords(member: Member, members: readonly Member[], t: TFunction): string {
  if (member.passed_over !== null) return t(`why.passed_over.${member.passed_over}`)
  return t(member === chosenOf(members) ? 'why.assignment.chosen' : 'why.assignment.further')
}
