import type { RuleConversation } from '@parley/contract/automations/automation-runs'
import { clsx } from 'clsx'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConversationLink } from './conversation-link.tsx'

/** A conversation that a rule checked. Its name links to it; the button expands the details. */
export function ExpandableRow({
  conversation,
  subtitle,
  badge,
  children,
}: {
  conversation: RuleConversation
  /** Under the name. */
  subtitle: ReactNode
  badge?: ReactNode
  children: ReactNode
}) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const detailsId = useId()
  return (
    <li className="border-b last:border-b-0">
      <div className="relative flex items-start gap-1.5 py-2 pr-3 pl-2 transition-colors hover:bg-hover">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={detailsId}
          aria-label={t('automations.run.reasons', {
            number: conversation.reference_number,
            subject: conversation.subject || t('automations.no_subject'),
          })}
          onClick={() => setOpen(!open)}
          className="grid size-6 shrink-0 place-items-center rounded-md text-ink-3 -outline-offset-2 before:absolute before:inset-0"
        >
          <ChevronRight size={14} aria-hidden className={clsx('transition-transform', open && 'rotate-90')} />
        </button>
        <div className="min-w-0 flex-1">
          <div className="relative flex w-fit max-w-full leading-6">
            <ConversationLink conversation={conversation} />
          </div>
          <p className="truncate text-xs text-ink-3">{subtitle}</p>
        </div>
        {badge && <span className="flex h-6 shrink-0 items-center">{badge}</span>}
      </div>
      <div id={detailsId} hidden={!open} className="pr-3 pl-9.5">
        {open && children}
      </div>
    </li>
  )
}
