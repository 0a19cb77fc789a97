import type { Explanation } from '@parley/contract/conversations/explanation'
import type { TFunction } from 'i18next'

type ExplanationBy<By extends Explanation['by']> = Extract<Explanation, { by: By }>
type Assignment = ExplanationBy<'assignment'>
type Member = Assignment['members'][number]

/** The reason in one sentence. Names are as they were at the time. */
export function formatReason(why: Explanation, t: TFunction): string {
  switch (why.by) {
    case 'rule':
      return t('why.rule', { rule: why.rule })
    case 'assignment':
      return formatAssignmentReason(why, t)
    case 'sla':
      return t(`why.sla.${why.reason}${why.policy === null ? '.none' : ''}`, { policy: why.policy ?? '' })
    case 'csat':
      return t('why.csat', { inbox: why.inbox })
  }
}

function formatAssignmentReason({ method, team, members }: Assignment, t: TFunction): string {
  const agent = findChosen(members)?.agent
  if (agent === undefined) return t('why.assignment.nobody', { team })
  return method === 'Round robin'
    ? t('why.assignment.round_robin', { agent, team })
    : t('why.assignment.least_busy', { agent, team })
}

/** The first member that was not passed over. */
export const findChosen = (members: readonly Member[]): Member | undefined =>
  members.find(({ passed_over }) => passed_over === null)

/** The outcome for one member: "chosen", "offline". */
export function memberOutcomeText(member: Member, members: readonly Member[], t: TFunction): string {
  if (member.passed_over !== null) return t(`why.passed_over.${member.passed_over}`)
  return t(member === findChosen(members) ? 'why.assignment.chosen' : 'why.assignment.further')
}
