import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Command as CommandIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type Area, type AreaKey, useAreas } from '../areas/use-areas.ts'
import { displayKey } from '../commands/command.ts'
import { CommandButton } from '../commands/command-button.tsx'
import { useCommand, useShortcutKey } from '../commands/command-registry.ts'
import { WorkspaceLogo } from '../session/logo.tsx'
import { tooltip } from '../ui/overlays/tooltip.ts'
import { NotificationBell } from './notifications/notification-bell.tsx'
import { UserMenu } from './user-menu.tsx'

const row = 'flex h-8.5 items-center gap-3 rounded-lg px-2 font-medium transition-colors hover:text-ink'
const quiet = 'text-ink-3 hover:bg-hover'

/** The product's areas: icons with tooltips, or with labels when expanded. */
export function MainBar({
  expanded,
  siteName,
  current,
  panelHidden,
}: {
  expanded: boolean
  siteName: string
  current: AreaKey | null
  /** Whether the area's panel is collapsed and needs a button to open it. */
  panelHidden: boolean
}) {
  const { t } = useTranslation()
  return (
    <nav
      aria-label={t('shell.main')}
      className={clsx(
        'flex h-full shrink-0 flex-col gap-1 px-1.75 py-2.5 transition-[width] duration-180 ease-out',
        expanded ? 'w-64' : 'w-12',
      )}
    >
      <div className="mb-2 flex h-8 items-center gap-2.5 overflow-hidden px-0.75">
        <WorkspaceLogo wide={expanded} />
        {expanded && <span className="truncate text-md font-semibold">{siteName}</span>}
      </div>
      {panelHidden && <CommandButton command="shell.fold_panel" side="right" className="mb-1 self-center" />}
      <AreaLinks expanded={expanded} current={current} />
      <div className="flex-1" />
      <PaletteButton expanded={expanded} />
      <NotificationBell expanded={expanded} className={clsx(row, quiet)} />
      <UserMenu expanded={expanded} />
    </nav>
  )
}

/** Also used on narrow screens, where nothing can be hovered, with labels. */
export function AreaLinks({ expanded, current }: { expanded: boolean; current: AreaKey | null }) {
  const areas = useAreas()
  return (
    <div className="flex flex-col gap-1">
      {areas.map((area) => (
        <AreaLink key={area.key} area={area} expanded={expanded} current={area.key === current} />
      ))}
    </div>
  )
}

function AreaLink({ area, expanded, current }: { area: Area; expanded: boolean; current: boolean }) {
  const { t } = useTranslation()
  const Icon = area.icon
  const name = t(area.label)
  const shortcut = useShortcutKey(area.command)
  return (
    <Link
      {...(!expanded && tooltip(name, { shortcut, side: 'right' }))}
      to={area.path}
      aria-label={name}
      aria-current={current ? 'true' : undefined}
      className={clsx(row, current ? 'bg-press text-ink' : quiet)}
    >
      <Icon size={18} aria-hidden />
      {expanded && <span className="truncate">{name}</span>}
    </Link>
  )
}

export function PaletteButton({ expanded, onOpen }: { expanded: boolean; onOpen?: () => void }) {
  const { t } = useTranslation()
  const command = useCommand('shell.palette')
  const name = t('command.palette')
  const open = () => {
    onOpen?.()
    command?.run?.()
  }
  return (
    <button
      type="button"
      aria-label={name}
      {...(!expanded && tooltip(name, { shortcut: displayKey(command), side: 'right' }))}
      onClick={open}
      className={clsx(row, quiet)}
    >
      <CommandIcon size={18} aria-hidden />
      {expanded && <span className="truncate">{name}</span>}
    </button>
  )
}
