import type { Conversation } from '@parley/contract/conversations/conversations'
import type { StatusCategory } from '@parley/contract/statuses/statuses'
import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useShortcutKey } from '../../../commands/command-registry.ts'
import { fullDateTime } from '../../../format/date-time.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Menu, MenuItem } from '../../../ui/overlays/menu.tsx'
import { setStatusTo } from '../target/conversation-target.ts'
import type { ConversationActions } from '../use-conversation-actions.ts'
import { PropertyButton } from './property-button.tsx'

const dots: Record<StatusCategory, string> = {
  open: 'bg-dot-online',
  waiting: 'bg-dot-away',
  closed: 'bg-dot-offline',
}

/** The status with a menu to change it. `quiet` is the variant for the header. */
export function StatusPicker({
  conversation: c,
  actions,
  quiet = false,
}: {
  conversation: Conversation
  actions: ConversationActions
  quiet?: boolean
}) {
  const { t } = useTranslation()
  const shortcut = useShortcutKey('conversation.status')
  const refusal = actions.refusalOf('set_status')
  const until = c.snoozed_until
    ? t('conversation.snoozed_until', { time: fullDateTime(c.snoozed_until) })
    : undefined
  const name = (
    <>
      <StatusDot category={c.status_category} />
      <span className="truncate">{c.status}</span>
    </>
  )
  return (
    <Menu
      className="w-48"
      trigger={
        quiet ? (
          <Button variant="ghost" size="sm" disabled={refusal !== null} title={refusal ?? until}>
            {name}
            <ChevronDown size={14} aria-hidden className="text-ink-3" />
          </Button>
        ) : (
          <PropertyButton label={t('property.status')} refusal={refusal} shortcut={shortcut} title={until}>
            {name}
          </PropertyButton>
        )
      }
    >
      {actions.choices.statuses.map((status) => (
        <MenuItem
          key={status.id}
          icon={<StatusDot category={status.category} />}
          disabled={status.id === c.status_id}
          onClick={() => actions.run(setStatusTo(status.name))}
        >
          {status.name}
        </MenuItem>
      ))}
    </Menu>
  )
}

function StatusDot({ category }: { category: StatusCategory }) {
  return <span aria-hidden className={clsx('size-2 shrink-0 rounded-full', dots[category])} />
}
