import type { Explanation } from '@parley/contract/conversations/explanation'
import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { Popover } from '../ui/overlays/popover.tsx'
import { findChosen, formatReason, memberOutcomeText } from './format-reason.ts'
import { RuleExplanation } from './rule-explanation.tsx'

/** A subtle link that opens the explanation. */
export function ExplanationPopover({ why, what, uuid }: { why: Explanation; what: string; uuid: string }) {
  const { t } = useTranslation()
  return (
    <Popover
      title={t('why.title')}
      className="w-96 max-w-[calc(100vw-1rem)]"
      trigger={
        <button
          type="button"
          aria-label={t('why.ask.of', { what })}
          className="relative rounded-sm font-medium before:absolute before:-inset-x-1 before:-inset-y-1 hover:text-ink hover:underline data-popup-open:text-ink data-popup-open:underline"
        >
          {t('why.ask')}
        </button>
      }
    >
      <p dir="auto" className="wrap-anywhere text-ink-2">
        {formatReason(why, t)}
      </p>
      {why.by === 'rule' && <RuleExplanation why={why} uuid={uuid} />}
      {why.by === 'assignment' && why.members.length > 0 && <Members members={why.members} />}
    </Popover>
  )
}

function Members({ members }: Pick<Extract<Explanation, { by: 'assignment' }>, 'members'>) {
  const { t } = useTranslation()
  const chosen = findChosen(members)
  return (
    <section aria-label={t('why.assignment.members')}>
      <h3 className="mt-3 mb-1 text-xs font-medium text-ink-3">{t('why.assignment.members')}</h3>
      <ol className="border-t">
        {members.map((member) => (
          <li
            key={member.agent_id}
            className="flex items-baseline gap-2 border-b py-1 text-xs text-ink-2 last:border-b-0"
          >
            <span
              dir="auto"
              className={clsx('min-w-0 grow truncate', member === chosen && 'font-medium text-ink')}
            >
              {member.agent}
            </span>
            <span className="shrink-0 text-ink-3 tabular-nums">
              {t('why.assignment.load', { count: member.load })}
            </span>
            <span
              className={clsx(
                'w-40 shrink-0 text-right max-md:w-28',
                member === chosen && 'font-medium text-ink',
              )}
            >
              {memberOutcomeText(member, members, t)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
