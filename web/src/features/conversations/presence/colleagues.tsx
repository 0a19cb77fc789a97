import { clsx } from 'clsx'
import { PenLine } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { fullName, initials } from '../../../format/names.ts'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { Tooltip } from '../../../ui/overlays/tooltip.tsx'
import { type Colleague, useColleagues } from './use-colleagues.ts'

/** How many avatars are shown before the rest becomes a number. */
const MAX_AVATARS = 3

/** The colleagues who have the conversation open, for its header. Says so to screen readers when it changes. */
export function HeaderColleagues({ uuid }: { uuid: string }) {
  const colleagues = useColleagues(uuid)
  const { t } = useTranslation()
  return (
    <span role="status" className="mr-1 flex shrink-0 items-center empty:hidden">
      {colleagues.slice(0, MAX_AVATARS).map((colleague, n) => (
        <ColleagueAvatar key={colleague.agent.id} colleague={colleague} overlaps={n > 0} />
      ))}
      {colleagues.length > MAX_AVATARS && (
        <span className="pl-1 text-xs text-ink-3 tabular-nums">
          {t('presence.more', { count: colleagues.length - MAX_AVATARS })}
        </span>
      )}
    </span>
  )
}

function ColleagueAvatar({
  colleague: { agent, activity },
  overlaps,
}: {
  colleague: Colleague
  overlaps: boolean
}) {
  const { t } = useTranslation()
  const name = fullName(agent)
  const label = t(`presence.${activity}`, { name })
  return (
    <Tooltip label={label}>
      <span className={clsx('relative inline-flex', overlaps && '-ml-1.5')}>
        <span
          className={clsx(
            'inline-flex rounded-full ring-2',
            activity === 'viewing' ? 'ring-surface' : 'ring-accent',
          )}
        >
          <Avatar name={name} initials={initials(agent)} src={agent.avatar_url} size="sm" label={label} />
        </span>
        {activity !== 'viewing' && <WritingMark />}
      </span>
    </Tooltip>
  )
}

const WritingMark = () => (
  <span className="absolute -right-1.5 -bottom-1 grid size-3.5 place-items-center rounded-full bg-accent text-accent-ink">
    <PenLine size={9} aria-hidden />
  </span>
)

/** One colleague in a list row: whoever writes, otherwise whoever looks. */
export function RowColleague({ uuid }: { uuid: string }) {
  const [first] = useColleagues(uuid)
  const { t } = useTranslation()
  if (!first) return null
  const name = fullName(first.agent)
  return first.activity === 'viewing' ? (
    <Avatar
      name={name}
      initials={initials(first.agent)}
      src={first.agent.avatar_url}
      size="sm"
      label={t('presence.viewing', { name })}
    />
  ) : (
    <span className="flex shrink-0 items-center gap-1 font-medium text-accent-text">
      <PenLine size={12} aria-hidden />
      <span className="max-w-28 truncate">
        {t(`presence.${first.activity}.short`, { name: first.agent.first_name })}
      </span>
    </span>
  )
}
