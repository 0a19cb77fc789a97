import { clsx } from 'clsx'
import { FilePen, PenLine } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { readerLocale } from '../../../format/locale.ts'
import { fullName, initials } from '../../../format/names.ts'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { tooltip } from '../../../ui/overlays/tooltip.ts'
import { type Colleague, useColleagues, useDraftAuthors } from './use-colleagues.ts'

/** How many avatars are shown before the rest becomes a number. */
const MAX_AVATARS = 3

/**
 * The colleagues who have the conversation open or a draft in it, for its header. Says so to screen readers when it
 * changes.
 */
export function HeaderColleagues({ uuid, drafting }: { uuid: string; drafting: readonly number[] }) {
  const colleagues = useColleagues(uuid)
  const draftText = useDraftLabel(uuid, drafting)
  const { t } = useTranslation()
  return (
    <span role="status" className="mr-1 flex shrink-0 items-center empty:hidden">
      {draftText && (
        <span title={draftText} className="mr-2 flex items-center gap-1 text-xs text-ink-3">
          <FilePen size={13} aria-hidden className="shrink-0" />
          <span className="max-w-44 truncate @max-[30rem]:sr-only">{draftText}</span>
        </span>
      )}
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

/** "Ben has a draft", never what it says. Null if no colleague has one. */
function useDraftLabel(uuid: string, drafting: readonly number[]): string | null {
  const { t } = useTranslation()
  const authors = useDraftAuthors(uuid, drafting)
  if (authors.length === 0) return null
  const names = new Intl.ListFormat(readerLocale()).format(authors.map(({ first_name }) => first_name))
  return t('presence.draft', { count: authors.length, names })
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
    <span {...tooltip(label)} className={clsx('relative inline-flex', overlaps && '-ml-1.5')}>
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
  )
}

const WritingMark = () => (
  <span className="absolute -right-1.5 -bottom-1 grid size-3.5 place-items-center rounded-full bg-accent text-accent-ink">
    <PenLine size={9} aria-hidden />
  </span>
)

/** In a list row: whoever writes, otherwise who has a draft and one who looks. */
export function RowColleague({ uuid, drafting }: { uuid: string; drafting: readonly number[] }) {
  const [first] = useColleagues(uuid)
  const draftText = useDraftLabel(uuid, drafting)
  const { t } = useTranslation()
  if (first && first.activity !== 'viewing')
    return (
      <span className="flex shrink-0 items-center gap-1 font-medium text-accent-text">
        <PenLine size={12} aria-hidden />
        <span className="max-w-28 truncate">
          {t(`presence.${first.activity}.short`, { name: first.agent.first_name })}
        </span>
      </span>
    )
  const name = first && fullName(first.agent)
  return (
    <>
      {draftText && (
        <span title={draftText} className="shrink-0 text-ink-3">
          <FilePen size={13} role="img" aria-label={draftText} />
        </span>
      )}
      {name && (
        <Avatar
          name={name}
          initials={initials(first.agent)}
          src={first.agent.avatar_url}
          size="sm"
          label={t('presence.viewing', { name })}
        />
      )}
    </>
  )
}
